{
  port: @UDP@,
  mgmt_port: @MANAGEMENT@,
  address: '127.0.0.1',
  flushInterval: 1000,
  backends: ['statsd-opentsdb-backend'],
  opentsdbHost: '127.0.0.1',
  opentsdbPort: @PORT@
}
