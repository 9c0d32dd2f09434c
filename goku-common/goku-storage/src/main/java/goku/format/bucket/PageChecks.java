package goku.format.bucket;

import goku.format.CorruptException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/// The verification of the pages of one mapping: each page once, before its first byte is decoded,
/// and all pages by `verifyRest`. A corrupt page stays unverified, so that every reader of the page
/// fails. Thread-safe: two threads may verify the same page, with the same result.
///
/// The flags are plain. A thread that does not see another one's flag verifies the page again.
final class PageChecks {
  private static final int PAGE_SHIFT = Integer.numberOfTrailingZeros(BucketLayout.PAGE_BYTES);

  private static final int PAGES_A_STEP = 16;

  private final MemorySegment file;
  private final BucketHeader header;
  private final Section pages;
  private final Runnable onDamage;

  /// 1 for a verified page.
  private final byte[] verified;

  /// The next page of `verifySome`, and whether the pages before are good.
  private int next;

  private boolean good = true;

  /// Set once all pages are verified, so that a read costs one comparison.
  private boolean whole;

  private final AtomicBoolean damaged = new AtomicBoolean();

  /// @param onDamage called at the first corrupt page
  PageChecks(MemorySegment file, BucketHeader header, Runnable onDamage) {
    this.file = file;
    this.header = header;
    this.onDamage = onDamage;
    pages = header.section(SectionKind.PAGES);
    verified = new byte[Math.toIntExact(Math.ceilDiv(pages.length(), BucketLayout.PAGE_BYTES))];
  }

  /// Verifies the pages of these bytes that nobody has verified.
  ///
  /// @param from the first byte, counted from the first page
  /// @param to the end, exclusive; later bytes than those of the last page are ignored
  /// @throws CorruptException for a corrupt page
  void require(long from, long to) {
    if (!whole) {
      verify(from, to);
    }
  }

  /// Verifies all pages that nobody has verified, also after a corrupt one.
  ///
  /// @throws CorruptException for the first corrupt page
  void verifyRest() {
    CorruptException first = null;
    for (int page = 0; page < verified.length; page++) {
      try {
        verify(page);
      } catch (CorruptException corrupt) {
        first = first == null ? corrupt : first;
      }
    }
    if (first != null) {
      throw first;
    }
    whole = true;
  }

  /// Verifies the next pages that nobody has verified. Returns whether there are more.
  synchronized boolean verifySome() {
    int end = Math.min(next + PAGES_A_STEP, verified.length);
    for (; next < end; next++) {
      try {
        verify(next);
      } catch (CorruptException corrupt) {
        good = false;
      }
    }
    if (next == verified.length && good) {
      whole = true;
    }
    return next < verified.length;
  }

  /// Verifies all pages again.
  ///
  /// @throws CorruptException for the first corrupt page
  void verifyAgain() {
    for (int page = 0; page < verified.length; page++) {
      try {
        BucketVerifier.page(file, header, page);
      } catch (CorruptException corrupt) {
        verified[page] = 0;
        whole = false;
        noteDamage();
        throw corrupt;
      }
    }
  }

  boolean isWhole() {
    return whole;
  }

  /// Returns whether a corrupt page was found.
  boolean isDamaged() {
    return damaged.get();
  }

  private void verify(long from, long to) {
    int first = (int) Math.min(from >>> PAGE_SHIFT, verified.length);
    long last = Math.min((to - 1) >>> PAGE_SHIFT, verified.length - 1L);
    for (int page = first; page <= last; page++) {
      verify(page);
    }
  }

  private void verify(int page) {
    if (verified[page] != 0) {
      return;
    }
    try {
      BucketVerifier.page(file, header, page);
    } catch (CorruptException corrupt) {
      noteDamage();
      throw corrupt;
    }
    verified[page] = 1;
  }

  private void noteDamage() {
    if (!damaged.getAndSet(true)) {
      onDamage.run();
    }
  }
}
