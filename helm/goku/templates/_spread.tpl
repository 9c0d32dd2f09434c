{{/*
Where the pods of a service go: the workload of a zone to the nodes of that zone, or away from the
pods of other zones; all others over the zones that the Kubernetes nodes have. Either way not two
on a node while there are others.
*/}}
{{- define "goku.spread" -}}
{{- $component := omit . "zone" }}
{{- with .zone }}
affinity:
  {{- if $.root.Values.zones.nodeLabel }}
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - {key: {{ $.root.Values.zones.nodeLabel }}, operator: In, values: [{{ . | quote }}]}
  {{- else }}
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              {{- include "goku.selector" $component | nindent 14 }}
            matchExpressions:
              - {key: goku/zone, operator: NotIn, values: [{{ . | quote }}]}
  {{- end }}
{{- end }}
topologySpreadConstraints:
  {{- if not .zone }}
  - maxSkew: 1
    topologyKey: {{ .root.Values.zones.nodeLabel | default "topology.kubernetes.io/zone" }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "goku.selector" . | nindent 8 }}
  {{- end }}
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "goku.selector" . | nindent 8 }}
{{- end }}

{{/*
The update strategy of a StatefulSet of a zone. One that is not to take the new version yet keeps
all its pods below the partition.
*/}}
{{- define "goku.rollout" -}}
type: RollingUpdate
{{- $now := .root.Values.rollout.zones }}
{{- range $now }}
{{- if not (has . $.root.Values.zones.names) }}
{{- fail (printf "rollout.zones: %s is not one of zones.names, which are %s" . (join ", " $.root.Values.zones.names)) }}
{{- end }}
{{- end }}
{{- if and $now (not (has .zone $now)) }}
rollingUpdate: {partition: {{ (index .root.Values .service).replicas }}}
{{- else }}
rollingUpdate: {partition: 0}
{{- end }}
{{- end }}
