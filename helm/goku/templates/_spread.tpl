{{/*
Scheduling of the pods of a service. A workload of a zone runs on the nodes of the zone, or prefers
nodes without pods of other zones. All other workloads spread over the zones of the Kubernetes
nodes. In both cases pods also spread over the nodes.
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
The update strategy of a StatefulSet of a zone. The partition of a zone that is not in rollout.zones
excludes all its pods from the update.
*/}}
{{- define "goku.rollout" -}}
type: RollingUpdate
{{- $now := .root.Values.rollout.zones }}
{{- range $now }}
{{- if not (has . $.root.Values.zones.names) }}
{{- fail (printf "rollout.zones: %s is not one of zones.names (%s)" . (join ", " $.root.Values.zones.names)) }}
{{- end }}
{{- end }}
{{- if and $now (not (has .zone $now)) }}
rollingUpdate: {partition: {{ (index .root.Values .service).replicas }}}
{{- else }}
rollingUpdate: {partition: 0}
{{- end }}
{{- end }}
