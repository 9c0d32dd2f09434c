package goku.standalone.eventloop;

import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.Set;

/// The methods of the JDK and of libraries that block a thread, and the packages that do.
final class BlockingCalls {
  private static final Set<String> METHODS =
      Set.of(
          "java.lang.Thread.sleep",
          "java.lang.Thread.join",
          "java.lang.Object.wait",
          "java.lang.Process.waitFor",
          "java.util.concurrent.Semaphore.acquire",
          "java.util.concurrent.Semaphore.acquireUninterruptibly",
          "java.util.concurrent.CountDownLatch.await",
          "java.util.concurrent.Future.get",
          "java.util.concurrent.CompletableFuture.get",
          "java.util.concurrent.CompletableFuture.join",
          "java.util.concurrent.CompletionService.take",
          "java.util.concurrent.ExecutorService.invokeAll",
          "java.util.concurrent.ExecutorService.invokeAny",
          "java.util.concurrent.ExecutorService.awaitTermination",
          "java.util.concurrent.ExecutorService.close",
          "java.util.concurrent.locks.Condition.await",
          "java.util.concurrent.locks.Condition.awaitNanos",
          "java.util.concurrent.locks.Condition.awaitUninterruptibly",
          "java.util.concurrent.locks.LockSupport.park",
          "java.util.concurrent.locks.LockSupport.parkNanos",
          "java.nio.channels.FileChannel.open",
          "java.nio.channels.FileChannel.read",
          "java.nio.channels.FileChannel.write",
          "java.nio.channels.FileChannel.force",
          "java.net.http.HttpClient.send",
          "org.apache.kafka.clients.producer.KafkaProducer.send",
          "org.apache.kafka.clients.producer.Producer.send",
          "org.apache.kafka.clients.producer.Producer.flush",
          "org.apache.kafka.clients.consumer.Consumer.poll",
          "javax.crypto.SecretKeyFactory.generateSecret");

  /// Types all of whose methods may block.
  private static final Set<String> TYPES =
      Set.of(
          "java.nio.file.Files",
          "java.io.FileInputStream",
          "java.io.RandomAccessFile",
          "java.util.concurrent.BlockingQueue",
          "java.net.Socket",
          "java.net.InetAddress",
          "software.amazon.awssdk.services.s3.S3Client",
          "io.grpc.stub.ClientCalls",
          "org.apache.curator.framework.CuratorFramework",
          "org.apache.kafka.clients.admin.Admin");

  private BlockingCalls() {}

  static boolean isBlocking(JavaCodeUnitAccess<?> call) {
    String owner = call.getTargetOwner().getName();
    String name = owner + "." + call.getName();
    return TYPES.contains(owner) || METHODS.contains(name) || waitsWithTimeout(name, call);
  }

  /// `tryAcquire`, `poll` and `tryLock` block only if they are given a timeout.
  private static boolean waitsWithTimeout(String name, JavaCodeUnitAccess<?> call) {
    return Set.of(
                "java.util.concurrent.Semaphore.tryAcquire",
                "java.util.concurrent.CompletionService.poll",
                "java.util.concurrent.locks.ReentrantLock.tryLock",
                "java.util.concurrent.locks.Lock.tryLock")
            .contains(name)
        && call.getTarget().getRawParameterTypes().size() >= 2;
  }

  static boolean leavesEventLoop(JavaCodeUnit unit) {
    return unit.getCallsFromSelf().stream()
        .anyMatch(
            call ->
                call.getTargetOwner().getName().equals("goku.eventloop.EventLoop")
                    && call.getName().equals("leave"));
  }

  static String nameOf(JavaCodeUnit unit) {
    return unit.getOwner().getName() + "." + (unit instanceof JavaMethod ? unit.getName() : "new");
  }
}
