# Finds a JDK 25, for the launcher and for the scripts of CI.

is_jdk_25() {
  [ -x "$1/bin/java" ] && grep -q '^JAVA_VERSION="25' "$1/release" 2>/dev/null
}

# The home of a java on the PATH, which is usually a link.
home_of_java_on_path() {
  local java
  java=$(command -v java) || return 0
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case $link in
      /*) java=$link ;;
      *) java=$(dirname "$java")/$link ;;
    esac
  done
  dirname "$(dirname "$java")"
}

# GOKU_JVM_DIRS is there for the test, which must not see the JDKs of the machine it runs on.
find_jdk() {
  local candidate system=${GOKU_JVM_DIRS-/usr/lib/jvm:/Library/Java/JavaVirtualMachines}
  local IFS=:
  for candidate in "${GOKU_JAVA_HOME-}" "${JAVA_HOME-}" "$(home_of_java_on_path)"; do
    if is_jdk_25 "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  for candidate in $system "${HOME-}/.sdkman/candidates/java" "${HOME-}/.jdks"; do
    for candidate in "$candidate"/* "$candidate"/*/Contents/Home; do
      if is_jdk_25 "$candidate"; then
        echo "$candidate"
        return
      fi
    done
  done
  return 1
}
