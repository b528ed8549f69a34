#!/bin/bash
# wget, one process a call
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
while IFS=$'\t' read -r method url accept key override type body; do
  args=(-q -S --content-on-error --max-redirect=0 --method="$method" -O "$folder/body")
  [ "$accept" = - ] || args+=(--header="Accept: $accept")
  [ "$key" = - ] || args+=(--header="Authorization: $key")
  [ "$override" = - ] || args+=(--header="X-HTTP-Method-Override: $override")
  case $body in
    -) ;;
    =*) args+=(--body-data="${body:1}") ;;
    *) base64 -d <<<"$body" >"$folder/sent"; args+=(--header="Content-Type: $type" --body-file="$folder/sent") ;;
  esac
  : >"$folder/body"
  wget "${args[@]}" "$url" 2>"$folder/head"
  status=$(awk '/HTTP\// {print $2; exit}' "$folder/head")
  location=$(awk 'tolower($1)=="location:" {print $2; exit}' "$folder/head" | tr -d '\r')
  printf '%s\t%s\t%s\n' "$status" "${location:--}" "$(base64 -w0 "$folder/body")"
done
