package goku.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/// The files that S3Proxy writes before it renames them to the object: `<key>-<random UUID>` beside
/// the object. S3Proxy lists them like objects and leaves them after a kill. So keys of that form
/// are hidden here, and no object of Goku may have such a key.
final class UnfinishedObjects {
  private static final Pattern NAME =
      Pattern.compile(".*-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

  private UnfinishedObjects() {}

  static BlobStore hiddenIn(BlobStore store) {
    return new Hiding(store);
  }

  /// Removes the files. Allowed only while no server uses the directory.
  static void removeFrom(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (isUnfinished(file.getFileName().toString())) {
              Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  static boolean isUnfinished(String name) {
    return NAME.matcher(name).matches();
  }

  private static final class Hiding extends ForwardingBlobStore {
    Hiding(BlobStore store) {
      super(store);
    }

    @Override
    public ListObjectsV2Response list(ListObjectsV2Request request) {
      ListObjectsV2Response page = super.list(request);
      return page.toBuilder()
          .contents(page.contents().stream().filter(object -> !isUnfinished(object.key())).toList())
          .build();
    }
  }
}
