#!/usr/bin/env bash
# Runs a whole cluster on this machine: docs/cluster.sh [DIRECTORY [FIRST_PORT]]
# Starts ZooKeeper, Kafka, S3 and all services of two zones, sends datapoints, queries them, and stops
# everything. docs/cluster.md explains each step. The servers of `goku zookeeper`, `goku kafka` and
# `goku s3` are for trying a cluster out. In production, use your own.
#   DIRECTORY   an empty directory for data and logs, which are kept; without one they are removed
#   FIRST_PORT  the first of 17 ports of 127.0.0.1, 14200 when not set
set -euo pipefail

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
directory=${1-}
first=${2:-14200}
limit=300 # seconds for a step: a dozen JVMs start at once, maybe on two cores

fail() {
  echo "$1" >&2
  exit 1
}

# One port per server, and a second one for calls of roots or for administration.
zookeeper=$first kafka=$((first + 1)) s3=$((first + 2))
controller=$((first + 3)) compactor=$((first + 4))
ingest=$((first + 5)) ingest_admin=$((first + 6))
root=$((first + 7)) root_admin=$((first + 8))
short_a=$((first + 9)) short_b=$((first + 10)) long_a=$((first + 11)) long_b=$((first + 12))
short_a_rpc=$((first + 13)) short_b_rpc=$((first + 14))
long_a_rpc=$((first + 15)) long_b_rpc=$((first + 16))

listens() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

for ((port = first; port < first + 17; port++)); do
  if listens "$port"; then
    fail "cannot use port $port: another process listens on it; stop that process, or name another \
first of 17 free ports: docs/cluster.sh DIRECTORY FIRST_PORT"
  fi
done

if [ -z "$directory" ]; then
  directory=$(mktemp -d)
  temporary=$directory
else
  mkdir -p "$directory"
  directory=$(cd "$directory" && pwd -P)
  temporary=
  [ -z "$(ls -A "$directory")" ] ||
    fail "cannot use directory $directory: it is not empty; name another, or remove it"
fi

names=() # in the order of their start: the servers and the controller are the first four
pids=()

# Stops the nodes at once, and after them, one by one, the servers that they use.
stop() {
  local status=$? at
  trap - EXIT
  trap '' INT TERM
  for ((at = ${#names[@]} - 1; at >= 4; at--)); do
    kill "${pids[at]}" 2>/dev/null || true
  done
  for ((at = ${#names[@]} - 1; at >= 0; at--)); do
    kill "${pids[at]}" 2>/dev/null || true
    wait "${pids[at]}" 2>/dev/null || true
  done
  [ -z "$temporary" ] || rm -rf "$temporary"
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# start NAME COMMAND FLAG...
start() {
  local name=$1
  shift
  echo "starting $name" >&2
  "$home/goku" "$@" >"$directory/$name.log" 2>&1 &
  names+=("$name")
  pids+=($!)
}

is_alive() {
  local at
  for ((at = 0; at < ${#names[@]}; at++)); do
    [ "${names[at]}" != "$1" ] || kill -0 "${pids[at]}" 2>/dev/null || return 1
  done
}

# await NAME WHAT COMMAND...: until the command succeeds
await() {
  local name=$1 what=$2 began=$SECONDS
  shift 2
  until "$@" >/dev/null 2>&1; do
    if ! is_alive "$name"; then
      tail -n 20 "$directory/$name.log" >&2
      fail "cannot go on: $name has ended; the last lines of its log are above"
    fi
    if [ $((SECONDS - began)) -ge "$limit" ]; then
      tail -n 20 "$directory/$name.log" >&2
      fail "cannot go on: $name has not $what within $limit s; the last lines of its log are above"
    fi
    sleep 0.2
  done
}

is_ready() {
  curl -sf -m 10 "http://127.0.0.1:$1/readyz"
}

"$home/goku" --help >/dev/null # builds what is outdated, once and not by each process
export GOKU_HEAP=${GOKU_HEAP:-256m}

# 1. The servers that a cluster needs. All services take the credentials of S3 from these variables.
AWS_ACCESS_KEY_ID=goku
AWS_SECRET_ACCESS_KEY=$(od -An -N20 -tx1 /dev/urandom | tr -d ' \n')
export AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
start zookeeper zookeeper --data="$directory/zookeeper" --port="$zookeeper"
start kafka kafka --data="$directory/kafka" --port="$kafka"
GOKU_SECRET_KEY=$AWS_SECRET_ACCESS_KEY start s3 s3 --data="$directory/s3" --port="$s3"
await zookeeper "listened" listens "$zookeeper"
await kafka "listened" listens "$kafka"
await s3 "listened" listens "$s3"

# 2. A controller, which publishes the namespaces. The others wait for them.
all=(--http.bind=127.0.0.1 --cluster.zookeeper="127.0.0.1:$zookeeper")
start controller controller "${all[@]}" --http.port="$controller" \
  --kafka.bootstrap-servers="127.0.0.1:$kafka"
await controller "got ready" is_ready "$controller"

# 3. The other services, in any order.
short() {
  start "short-$1" short "${all[@]}" --cluster.zone="$1" --cluster.node-name="short-$1" \
    --http.port="$2" --rpc.port="$3" --short.directory="$directory/short-$1" \
    --short.kafka.bootstrap-servers="127.0.0.1:$kafka" --short.memory-budget=64MiB \
    --short.s3.endpoint="http://127.0.0.1:$s3"
}
long() {
  start "long-$1" long "${all[@]}" --cluster.zone="$1" --cluster.node-name="long-$1" \
    --http.port="$2" --rpc.port="$3" --long.directory="$directory/long-$1" \
    --long.block-cache=32MiB --long.s3.endpoint="http://127.0.0.1:$s3"
}
short a "$short_a" "$short_a_rpc"
short b "$short_b" "$short_b_rpc"
long a "$long_a" "$long_a_rpc"
long b "$long_b" "$long_b_rpc"
start compactor compactor "${all[@]}" --cluster.node-name=compactor-0 --http.port="$compactor" \
  --compactor.directory="$directory/compactor" --compactor.s3.endpoint="http://127.0.0.1:$s3"
start ingest ingest "${all[@]}" --http.port="$ingest" --admin.port="$ingest_admin" \
  --ingest.kafka.bootstrap-servers="127.0.0.1:$kafka"
start root root "${all[@]}" --cluster.zone=a --http.port="$root" --admin.port="$root_admin" \
  --kafka.bootstrap-servers="127.0.0.1:$kafka"
await short-a "got ready" is_ready "$short_a"
await short-b "got ready" is_ready "$short_b"
await long-a "got ready" is_ready "$long_a"
await long-b "got ready" is_ready "$long_b"
await compactor "got ready" is_ready "$compactor"
await ingest "got ready" is_ready "$ingest"
await root "got ready" is_ready "$root"
"$home/goku" cluster status --zookeeper="127.0.0.1:$zookeeper" >&2 || true

# 4. Datapoints go to an ingestor, queries to a root.
now=$(date +%s)
curl -sS --fail-with-body "http://127.0.0.1:$ingest/api/put?summary" -H 'Content-Type: application/json' -d "[
  {\"metric\": \"try.requests\", \"timestamp\": $((now - 60)), \"value\": 1, \"tags\": {\"host\": \"a\"}},
  {\"metric\": \"try.requests\", \"timestamp\": $((now - 30)), \"value\": 2, \"tags\": {\"host\": \"a\"}}]" >&2
echo >&2

answer=
is_answered() {
  answer=$(curl -sf -m 10 "http://127.0.0.1:$root/api/query?start=1h-ago&m=sum:try.requests%7Bhost=a%7D")
  grep -q "\"$((now - 30))\":2" <<<"$answer"
}
await root "found the datapoints" is_answered
echo "$answer"
