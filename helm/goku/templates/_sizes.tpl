{{/*
Memory sizes of a process, derived from limits.memory of its service. The heap and the off-heap data
have a percentage each, network buffers get 10 percent. The rest, at least 10 percent, is for code,
threads and the page cache.
*/}}

{{/* limits.memory in MiB; the schema allows only Mi and Gi. */}}
{{- define "goku.memory" -}}
{{- $limit := (index .root.Values .service).resources.limits.memory }}
{{- if hasSuffix "Gi" $limit -}}
{{ mul 1024 (trimSuffix "Gi" $limit | int64) }}
{{- else -}}
{{ trimSuffix "Mi" $limit | int64 }}
{{- end }}
{{- end }}

{{/* The given percentage of limits.memory, in MiB. */}}
{{- define "goku.percent" -}}
{{ div (mul (include "goku.memory" . | int64) .percent) 100 }}
{{- end }}

{{/* Off-heap memory in MiB: the memory budget or the block cache of the service. */}}
{{- define "goku.offHeap" -}}
{{- $memory := (index .root.Values .service).memory }}
{{- $percent := $memory.budgetPercent | default $memory.blockCachePercent | default 0 | int }}
{{- include "goku.percent" (merge (dict "percent" $percent) .) }}
{{- end }}

{{/* JVM flags that depend on the container; the image has the other flags. */}}
{{- define "goku.jvmOptions" -}}
{{- $values := index .root.Values .service }}
{{- $heap := $values.memory.heapPercent | int }}
{{- $beside := $values.memory.budgetPercent | default $values.memory.blockCachePercent | default 0 | int }}
{{- if gt (add $heap $beside) 80 }}
{{- fail (printf "%s.memory: heapPercent and the off-heap percentage are %d together, at most 80 are allowed: the JVM, the network and the page cache need the rest" .service (add $heap $beside)) }}
{{- end }}
{{- printf "-Xmx%sm -XX:MaxDirectMemorySize=%sm" (include "goku.percent" (merge (dict "percent" $heap) .)) (include "goku.percent" (merge (dict "percent" 10) .)) }}
{{- with $values.jvmOptions }} {{ . }}{{ end }}
{{- end }}

{{/* Seconds for a clean shutdown: as set, or 60 plus 10 per GiB of datapoints in memory. */}}
{{- define "goku.gracePeriod" -}}
{{- $set := (index .root.Values .service).terminationGracePeriodSeconds | int }}
{{- if $set -}}
{{ $set }}
{{- else -}}
{{ add 60 (div (mul 10 (include "goku.offHeap" . | int64)) 1024) }}
{{- end }}
{{- end }}
