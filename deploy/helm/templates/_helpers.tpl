{{- define "staycover.image" -}}
{{- $image := .Values.image -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* What finds the pods of one component: (list root component) */}}
{{- define "staycover.selector" -}}
app.kubernetes.io/name: staycover
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "staycover.labels" -}}
{{ include "staycover.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
{{- end }}

{{- define "staycover.fullname" -}}
{{ (index . 0).Release.Name }}-{{ index . 1 }}
{{- end }}

{{/* Numbers are written as they are meant: 10000000, not 1e+07. */}}
{{- define "staycover.text" -}}
{{ if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end }}
{{- end }}

{{/* Settings and secrets as environment variables: (dict "settings" … "secret" … "secretKeys" …) */}}
{{- define "staycover.env" -}}
{{- range $name, $value := .settings }}
- name: {{ $name }}
  value: {{ include "staycover.text" $value | quote }}
{{- end }}
{{- $secret := .secret }}
{{- range $key := .secretKeys }}
- name: {{ $key }}
  valueFrom: { secretKeyRef: { name: {{ required "secretKeys need the name of a secret" $secret }}, key: {{ $key }} } }
{{- end }}
{{- end }}

{{/* The settings of a service, its own before those of every process, also 0 and false: (list root service) */}}
{{- define "staycover.settings" -}}
{{- $settings := dict }}
{{- range $given := list (index . 0).Values.settings (index . 1).settings }}
{{- range $name, $value := $given }}
{{- $_ := set $settings $name $value }}
{{- end }}
{{- end }}
{{- toJson $settings }}
{{- end }}

{{- define "staycover.heap" -}}
--max-semi-space-size=8 --max-old-space-size={{ div (mul (int .) 3) 4 }}
{{- end }}

{{- define "staycover.resources" -}}
requests: { cpu: {{ .cpu }}, memory: {{ int .memoryMiB }}Mi }
limits: { memory: {{ int .memoryMiB }}Mi }
{{- end }}

{{- define "staycover.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "staycover.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Refuses what each pod would refuse at its start: an upgrade that cannot end is not begun. */}}
{{- define "staycover.sound" -}}
{{- $settings := . -}}
{{- if eq ($settings.AUTH_MODE | default "off") "jwt" }}
{{- range list "AUTH_ISSUER" "AUTH_AUDIENCE" "AUTH_JWKS_URL" }}
{{- if not (index $settings .) }}{{ fail (printf "settings: AUTH_MODE jwt needs %s" .) }}{{ end }}
{{- end }}
{{- else if eq ($settings.NODE_ENV | default "production") "production" }}
{{- fail "settings: AUTH_MODE off is refused with NODE_ENV production" }}
{{- end }}
{{- if and (eq ($settings.NODE_ENV | default "production") "production") (eq ($settings.SANDBOX | default "off") "on") }}
{{- fail "settings: SANDBOX on is refused with NODE_ENV production" }}
{{- end }}
{{- end }}

{{- define "staycover.natsPorts" -}}
{{- $ports := list }}
{{- range splitList "," . }}
{{- $ports = append $ports (printf "{ port: %s }" (regexFind ":[0-9]+$" (trim . | trimSuffix "/") | trimPrefix ":" | default "4222")) }}
{{- end }}
{{- $ports | uniq | join ", " }}
{{- end }}

{{/* The port of a URL of http or https. */}}
{{- define "staycover.urlPort" -}}
{{ regexFind ":[0-9]+$" (urlParse .).host | trimPrefix ":" | default (ternary "443" "80" (hasPrefix "https:" .)) }}
{{- end }}

{{/* Ports of what settings name, where HTTPS alone does not lead: an issuer or a model within the cluster. */}}
{{- define "staycover.namedPorts" -}}
{{- $settings := . }}
{{- $ports := list }}
{{- range list "AUTH_JWKS_URL" "AI_BASE_URL" "STRIPE_API_BASE" }}
{{- with index $settings . }}{{ $ports = append $ports (include "staycover.urlPort" .) }}{{ end }}
{{- end }}
{{- range $i, $port := without ($ports | uniq) "443" }}{{ if $i }}, {{ end }}{ port: {{ $port }} }{{ end }}
{{- end }}

{{- define "staycover.postgresPorts" -}}
{{- $ports := list }}
{{- range ternary . (list .) (kindIs "slice" .) }}
{{- $ports = append $ports (printf "{ port: %d }" (int .)) }}
{{- end }}
{{- $ports | uniq | join ", " }}
{{- end }}

{{/* A pod that runs a script of an operator once, as an administrator: (list root script arguments…) */}}
{{- define "staycover.operator" -}}
{{- $script := index . 1 }}
{{- $args := slice . 2 }}
{{- with index . 0 }}
{{- $own := list . "provision" -}}
metadata:
  labels:
    {{- include "staycover.labels" $own | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  securityContext: {{- include "staycover.podSecurity" . | nindent 4 }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ base $script | trimSuffix ".ts" }}
      image: {{ include "staycover.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      command: [node, {{ $script }}]
      {{- with $args }}
      args: {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext: {{- include "staycover.containerSecurity" . | nindent 8 }}
      resources: {{- include "staycover.resources" .Values.provision | nindent 8 }}
      env:
        - { name: NODE_ENV, value: {{ .Values.settings.NODE_ENV | default "production" }} }
        - { name: NODE_OPTIONS, value: {{ include "staycover.heap" .Values.provision.memoryMiB | quote }} }
        - { name: NATS_URL, value: {{ .Values.nats.url | quote }} }
        - { name: NATS_SYSTEMS_FILE, value: /etc/staycover/nats/systems.json }
        {{- if (.Values.authorities).configMap }}
        - { name: NODE_EXTRA_CA_CERTS, value: /etc/staycover/authorities/ca.crt }
        {{- end }}
        {{- include "staycover.env" .Values.provision | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: systems, mountPath: /etc/staycover/nats, readOnly: true }
        {{- if (.Values.authorities).configMap }}
        - { name: authorities, mountPath: /etc/staycover/authorities, readOnly: true }
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: { sizeLimit: 64Mi }
    - name: systems
      configMap: { name: {{ include "staycover.fullname" $own }} }
    {{- with (.Values.authorities).configMap }}
    - name: authorities
      configMap: { name: {{ . }}, items: [{ key: ca.crt, path: ca.crt }] }
    {{- end }}
{{- end }}
{{- end }}
