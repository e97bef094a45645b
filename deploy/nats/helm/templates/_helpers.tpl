{{- define "nats.selector" -}}
app.kubernetes.io/name: staycover-nats
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "nats.labels" -}}
{{ include "nats.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Where a server finds the others: by the names of its pods, which are there before they are ready. */}}
{{- define "nats.routes" -}}
{{- $routes := list }}
{{- range $i := until (int .Values.replicas) }}
{{- $routes = append $routes (printf "nats://%s-%d.%s-headless:6222" $.Release.Name $i $.Release.Name) }}
{{- end }}
{{- toJson $routes }}
{{- end }}
