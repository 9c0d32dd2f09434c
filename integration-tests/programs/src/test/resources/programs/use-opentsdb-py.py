from opentsdb import TSDBClient

client = TSDBClient('127.0.0.1', port=@PORT@)
for n in range(30):
    client.send('opentsdb-py.orders', n, shop='s%d' % (n % 3), position=str(n))
    client.send('opentsdb-py.ratio', n / 7.0, shop='s%d' % n)
    client.send('opentsdb-py.small', -(10.0 ** -n), shop='s%d' % n)
client.close()
client.wait()
