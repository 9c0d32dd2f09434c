{{/*
Templates of a service take a map: root (the root context of Helm), service (the name in the
values), and zone for services with a workload per zone.
*/}}

{{/* Name of the program in names and labels. */}}
{{- define "goku.name" -}}
{{ .Values.nameOverride | default .Chart.Name }}
{{- end }}

{{/* Prefix of the names of all objects. */}}
{{- define "goku.fullname" -}}
{{- $name := include "goku.name" . }}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride }}
{{- else if contains $name .Release.Name -}}
{{ .Release.Name }}
{{- else -}}
{{ printf "%s-%s" .Release.Name $name }}
{{- end }}
{{- end }}

{{/*
Name of a workload. A StatefulSet whose name exceeds 52 characters creates no pods, because their
label with the revision becomes too long.
*/}}
{{- define "goku.workload" -}}
{{- $name := printf "%s-%s" (include "goku.fullname" .root) .service }}
{{- with .zone }}{{ $name = printf "%s-%s" $name . }}{{ end }}
{{- if gt (len $name) 52 }}
{{- fail (printf "the name %s has %d characters, at most 52 are allowed: take a shorter release name or fullnameOverride, or shorter zones.names" $name (len $name)) }}
{{- end }}
{{- $name }}
{{- end }}

{{/* Name of the headless Service of a service's pods. */}}
{{- define "goku.nodes" -}}
{{ include "goku.fullname" .root }}-{{ .service }}-nodes
{{- end }}

{{/* Whether a service calls the Kubernetes API: true or false. */}}
{{- define "goku.callsApi" -}}
{{ and (eq .service "controller") .root.Values.rollout.managed }}
{{- end }}

{{/* Name of the ServiceAccount of a service. An account that the chart creates is used by services with the same rights. */}}
{{- define "goku.serviceAccount" -}}
{{- $name := .root.Values.serviceAccount.name | default (include "goku.fullname" .root) }}
{{- if and .root.Values.serviceAccount.create (eq (include "goku.callsApi" .) "true") }}{{ $name = printf "%s-controller" $name }}{{ end }}
{{- $name }}
{{- end }}

{{/* Labels that select pods. They contain no version, because selectors and claims are immutable. */}}
{{- define "goku.selector" -}}
app.kubernetes.io/name: {{ include "goku.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- with .zone }}
goku/zone: {{ . | quote }}
{{- end }}
{{- end }}

{{/* Labels of all objects. */}}
{{- define "goku.labels" -}}
{{ include "goku.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 }}
{{- end }}

{{/* Name, namespace and labels of a workload. */}}
{{- define "goku.metadata" -}}
name: {{ include "goku.workload" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "goku.labels" . | nindent 2 }}
{{- end }}
