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
The update strategy of a StatefulSet of a zone. With OnDelete, the leading controller restarts the
pods.
*/}}
{{- define "goku.rollout" -}}
type: {{ ternary "OnDelete" "RollingUpdate" .Values.rollout.managed }}
{{- end }}
