<?php // The curl extension of PHP
$agent = curl_init();
while (($line = fgets(STDIN)) !== false) {
    [$method, $url, $accept, $key, $override, $type, $body] = explode("\t", rtrim($line, "\n"));
    $headers = [];
    foreach (['Accept' => $accept, 'Authorization' => $key, 'X-HTTP-Method-Override' => $override, 'Content-Type' => $type] as $name => $value)
        if ($value !== '-') $headers[] = "$name: $value";
    curl_reset($agent);
    $location = '-';
    if ($body[0] === '=') {
        parse_str(substr($body, 1), $fields);
        curl_setopt($agent, CURLOPT_POSTFIELDS, $type === 'application/json' ? json_encode($fields) : http_build_query($fields));
    } elseif ($body !== '-') curl_setopt($agent, CURLOPT_POSTFIELDS, base64_decode($body));
    curl_setopt_array($agent, [
        CURLOPT_URL => $url,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HEADERFUNCTION => function ($agent, $header) use (&$location) {
            if (preg_match('/^location:\s*(\S+)/i', $header, $found)) $location = $found[1];
            return strlen($header);
        },
    ]);
    $answer = curl_exec($agent);
    echo implode("\t", [curl_getinfo($agent, CURLINFO_RESPONSE_CODE), $location, base64_encode($answer)]), "\n";
}
