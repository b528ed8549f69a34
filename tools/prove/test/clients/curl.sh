#!/bin/bash
# curl, one process a call
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
while IFS=$'\t' read -r method url accept key override type body; do
  args=(-s -X "$method" -D "$folder/head" -o "$folder/body")
  [ "$accept" = - ] || args+=(-H "Accept: $accept")
  [ "$key" = - ] || args+=(-H "Authorization: $key")
  [ "$override" = - ] || args+=(-H "X-HTTP-Method-Override: $override")
  case $body in
    -) ;;
    =*) IFS='&' read -ra fields <<<"${body:1}"; for one in "${fields[@]}"; do
          args+=(--data-urlencode "${one%%=*}=$(printf '%b' "$(sed 's/+/ /g; s/%/\\x/g' <<<"${one#*=}")")"); done ;;
    *) base64 -d <<<"$body" >"$folder/sent"; args+=(-H "Content-Type: $type" --data-binary "@$folder/sent") ;;
  esac
  : >"$folder/body"
  curl "${args[@]}" "$url"
  status=$(awk 'NR==1 {print $2}' "$folder/head")
  location=$(awk 'tolower($1)=="location:" {print $2}' "$folder/head" | tr -d '\r')
  printf '%s\t%s\t%s\n' "$status" "${location:--}" "$(base64 -w0 "$folder/body")"
done
