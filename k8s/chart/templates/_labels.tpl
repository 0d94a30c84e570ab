{{- define "tributary.labels" -}}
app.kubernetes.io/name: {{ . }}
app.kubernetes.io/part-of: tributary
{{- end }}
