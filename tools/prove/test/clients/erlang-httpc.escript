#!/usr/bin/env escript
%% httpc of Erlang
main(_) ->
    {ok, _} = application:ensure_all_started(inets),
    io:setopts([{encoding, latin1}]),
    loop().

loop() ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            [Method, Url, Accept, Key, Override, Type, Body] = string:split(string:trim(Line, trailing, "\n"), "\t", all),
            Named = [{"accept", Accept}, {"authorization", Key}, {"x-http-method-override", Override}],
            Headers = [One || {_, Value} = One <- Named, Value =/= "-"],
            {Sent, Kind} = case Body of
                "-" -> {none, Type};
                [$= | Form] -> {list_to_binary(Form), "application/x-www-form-urlencoded"};
                _ -> {base64:decode(Body), Type}
            end,
            Request = case {Sent, Method} of
                {none, "GET"} -> {Url, Headers};
                {none, "DELETE"} -> {Url, Headers};
                {none, _} -> {Url, Headers, "application/json", <<>>};
                _ -> {Url, Headers, Kind, Sent}
            end,
            Verb = list_to_atom(string:lowercase(Method)),
            {ok, {{_, Status, _}, Answered, Answer}} = httpc:request(Verb, Request, [{autoredirect, false}], [{body_format, binary}]),
            io:format("~B\t~s\t~s~n", [Status, proplists:get_value("location", Answered, "-"), base64:encode_to_string(Answer)]),
            loop()
    end.
