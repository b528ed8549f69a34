"""The app in Python, with nothing but its standard library."""
import datetime
import json
import sys
import urllib.error
import urllib.request

url, email, password = sys.argv[1:]
POST = "id body viewerLikes commentCount"
key = None


def run(name, document, **variables):
    headers = {"Content-Type": "application/json", "Accept": "application/graphql-response+json, application/json"}
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    body = json.dumps({"query": document, "variables": variables}).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{url}/graphql", body, headers)) as answer:
            result = json.load(answer)
    except urllib.error.HTTPError as error:
        result = json.load(error)
    if "errors" in result:
        return result["errors"][0]["extensions"]
    return result["data"][name]


FEED = f"query Feed($first: Int, $after: String) {{ feed(first: $first, after: $after) {{ nodes {{ {POST} }} pageInfo {{ endCursor }} }} }}"
RECORD = f"mutation Record($input: RecordWorkoutInput!) {{ recordWorkout(input: $input) {{ workout {{ id post {{ {POST} }} }} }} }}"
signed_in = run("signIn", "mutation ($input: SignInInput!) { signIn(input: $input) { apiKey user { firstName } } }",
                input={"email": email, "password": password})
key = signed_in["apiKey"]
pages, after = [], None
for _ in range(2):
    page = run("feed", FEED, first=2, after=after)
    pages.append([node["body"] for node in page["nodes"]])
    after = page["pageInfo"]["endCursor"]
now = datetime.datetime.now(datetime.timezone.utc).isoformat()
workout = {"title": "Run", "runDate": now, "runType": "SLOW", "durationInSeconds": 1800}
recorded = run("recordWorkout", RECORD, input={**workout, "postBody": "Mine"})["workout"]["post"]
liked = run("likePost", "mutation ($input: LikePostInput!) { likePost(input: $input) { post { viewerLikes } } }",
            input={"id": recorded["id"]})["post"]
comment = run("addComment",
              "mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { post { commentCount } } } }",
              input={"postId": recorded["id"], "comment": "Well done"})["comment"]
refused = run("recordWorkout", RECORD, input={**workout, "title": ""})
run("signOut", "mutation { signOut { done } }")
ended = run("feed", FEED, first=1)
print(json.dumps({
    "firstName": signed_in["user"]["firstName"],
    "pages": pages,
    "recorded": recorded["body"],
    "liked": liked["viewerLikes"],
    "comments": comment["post"]["commentCount"],
    "refused": [refused["code"], list(refused["fields"])],
    "ended": ended["code"],
}))
