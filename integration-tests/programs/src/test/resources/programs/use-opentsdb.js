var opentsdb = require('opentsdb');

var socket = opentsdb.socket();
socket.host('127.0.0.1').port(@PORT@);
socket.on('connect', function () {
  var lines = '';
  for (var n = 0; n < 30; n++) {
    lines += 'put ' + opentsdb.datum().metric('npm.ratio').timestamp(Date.now()).value(n / 7)
        .tags('position', 'p' + n).toString() + '\n';
  }
  socket.write(lines, function () { socket.end(); });
});
socket.connect();
