{{/* The claims of a StatefulSet. Fails if an upgrade changes those of the installed one, because claims are immutable. */}}
{{- define "goku.claims" -}}
{{- $values := index .root.Values .service }}
{{- $storages := dict "data" "storage" }}
{{- if (default dict $values.coldStorage).size }}{{ $_ := set $storages "cold" "coldStorage" }}{{ end }}
{{- if .root.Release.IsUpgrade }}
{{- with lookup "apps/v1" "StatefulSet" .root.Release.Namespace (include "goku.workload" .) }}
{{- include "goku.claims.unchanged" (merge (dict "installed" .spec.volumeClaimTemplates "storages" $storages) $) }}
{{- end }}
{{- end }}
{{- range $name := list "data" "cold" }}
{{- if hasKey $storages $name }}
- {{ include "goku.claim" (merge (dict "name" $name "storage" (index $values (get $storages $name))) $) | nindent 2 | trim }}
{{- end }}
{{- end }}
{{- end }}

{{/* A claim of a StatefulSet. Also takes name and storage. */}}
{{- define "goku.claim" -}}
metadata:
  name: {{ .name }}
  labels:
    {{- include "goku.selector" . | nindent 4 }}
    {{- with .storage.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .storage.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  accessModes: [ReadWriteOnce]
  {{- with .storage.className }}
  storageClassName: {{ . }}
  {{- end }}
  resources: {requests: {storage: {{ .storage.size }}}}
{{- end }}

{{/*
Fails if the values differ from the claims of the installed StatefulSet, and names the value and the
remedy. Also takes installed, and storages: the values by names of claims.
*/}}
{{- define "goku.claims.unchanged" -}}
{{- $values := index .root.Values .service }}
{{- $remedy := printf "follow \"Volumes\" in docs/kubernetes.md: change the claims, run `kubectl -n %s delete statefulset -l app.kubernetes.io/instance=%s,app.kubernetes.io/component=%s --cascade=orphan`, and upgrade again" .root.Release.Namespace .root.Release.Name .service }}
{{- $names := list }}
{{- range $claim := .installed }}
{{- $names = append $names $claim.metadata.name }}
{{- $key := get $.storages $claim.metadata.name }}
{{- if not $key }}
{{- fail (printf "cannot remove the volume %s of %s: Kubernetes does not let the volumes of a StatefulSet change; keep its size, or %s" $claim.metadata.name (include "goku.workload" $) $remedy) }}
{{- end }}
{{- $storage := index $values $key }}
{{- $was := dict
      "size" (dig "spec" "resources" "requests" "storage" "" $claim)
      "className" (dig "spec" "storageClassName" "" $claim)
      "labels" (omit (dig "metadata" "labels" dict $claim) "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/component" "goku/zone")
      "annotations" (dig "metadata" "annotations" dict $claim) }}
{{- range $field, $old := $was }}
{{- $new := get $storage $field | default (ternary "" dict (kindIs "string" $old)) }}
{{- if ne (include "goku.claims.canonical" $old) (include "goku.claims.canonical" $new) }}
{{- fail (printf "cannot change %s.%s.%s=%s: the volumes of the installed %s have %s, and Kubernetes does not let them change; set it back, or %s" $.service $key $field (kindIs "string" $new | ternary $new (toJson $new)) (include "goku.workload" $) (kindIs "string" $old | ternary ($old | default "none") (toJson $old)) $remedy) }}
{{- end }}
{{- end }}
{{- end }}
{{- range $name, $key := .storages }}
{{- if not (has $name $names) }}
{{- fail (printf "cannot change %s.%s.size=%s: the installed %s has no such volume, and Kubernetes does not let the volumes of a StatefulSet change; set it back, or %s" $.service $key (index $values $key).size (include "goku.workload" $) $remedy) }}
{{- end }}
{{- end }}
{{- end }}

{{/* A size in Mi, because Kubernetes changes 1024Gi to 1Ti. Other values as JSON. */}}
{{- define "goku.claims.canonical" -}}
{{- $text := toJson . }}
{{- range $exponent, $unit := list "Mi" "Gi" "Ti" "Pi" }}
{{- if regexMatch (printf "^\"[0-9]+%s\"$" $unit) $text }}
{{- $mebibytes := regexFind "[0-9]+" $text | int64 }}
{{- range until $exponent }}{{ $mebibytes = mul $mebibytes 1024 }}{{ end }}
{{- $text = toString $mebibytes }}
{{- end }}
{{- end }}
{{- $text }}
{{- end }}
