{{/*
Sizes of a process out of limits.memory of its service. The heap and what lies outside of it each
have a percentage; a tenth is for buffers of the network; what is left, a tenth at least, is for
the code, the threads and the page cache.
*/}}

{{/* limits.memory in MiB; the schema lets Mi and Gi through. */}}
{{- define "goku.memory" -}}
{{- $limit := (index .root.Values .service).resources.limits.memory }}
{{- if hasSuffix "Gi" $limit -}}
{{ mul 1024 (trimSuffix "Gi" $limit | int64) }}
{{- else -}}
{{ trimSuffix "Mi" $limit | int64 }}
{{- end }}
{{- end }}

{{/* So many percent of it, in MiB. */}}
{{- define "goku.percent" -}}
{{ div (mul (include "goku.memory" . | int64) .percent) 100 }}
{{- end }}

{{/* MiB of what lies outside of the heap, by the percentage of the service: budget or cache. */}}
{{- define "goku.offHeap" -}}
{{- $memory := (index .root.Values .service).memory }}
{{- $percent := $memory.budgetPercent | default $memory.blockCachePercent | default 0 | int }}
{{- include "goku.percent" (merge (dict "percent" $percent) .) }}
{{- end }}

{{/* The flags of the JVM that depend on the container; the image has the others. */}}
{{- define "goku.jvmOptions" -}}
{{- $values := index .root.Values .service }}
{{- $heap := $values.memory.heapPercent | int }}
{{- $beside := $values.memory.budgetPercent | default $values.memory.blockCachePercent | default 0 | int }}
{{- if gt (add $heap $beside) 80 }}
{{- fail (printf "%s.memory: heapPercent and what lies outside of the heap are %d together and may be 80, as the JVM, the network and the page cache need the rest" .service (add $heap $beside)) }}
{{- end }}
{{- printf "-Xmx%sm -XX:MaxDirectMemorySize=%sm" (include "goku.percent" (merge (dict "percent" $heap) .)) (include "goku.percent" (merge (dict "percent" 10) .)) }}
{{- with $values.jvmOptions }} {{ . }}{{ end }}
{{- end }}

{{/* Seconds to end in: as set, or 60 and 10 for each GiB of datapoints in memory. */}}
{{- define "goku.gracePeriod" -}}
{{- $set := (index .root.Values .service).terminationGracePeriodSeconds | int }}
{{- if $set -}}
{{ $set }}
{{- else -}}
{{ add 60 (div (mul 10 (include "goku.offHeap" . | int64)) 1024) }}
{{- end }}
{{- end }}
