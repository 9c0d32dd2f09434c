import potsdb
import time

metrics = potsdb.Client('127.0.0.1', port=@PORT@)
for n in range(30):
    metrics.send('potsdb.orders', n, shop='s%d' % (n % 3), position=n)
    metrics.send('potsdb.ratio', n / 7.0, shop='s%d' % n)
    metrics.send('potsdb.large', 10.0 ** (n - 12), shop='s%d' % n)
metrics.wait()
