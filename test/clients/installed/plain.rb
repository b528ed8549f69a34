# The app in Ruby, with nothing but its standard library.
require 'json'
require 'net/http'
require 'time'

URL, EMAIL, PASSWORD = ARGV
POST = 'id body viewerLikes commentCount'.freeze
$key = nil

def run(name, document, variables = {})
  headers = { 'Content-Type' => 'application/json', 'Accept' => 'application/graphql-response+json, application/json' }
  headers['Authorization'] = "Bearer #{$key}" if $key
  answer = Net::HTTP.post(URI("#{URL}/graphql"), { query: document, variables: variables }.to_json, headers)
  result = JSON.parse(answer.body)
  result['errors'] ? result['errors'][0]['extensions'] : result['data'][name]
end

FEED = "query Feed($first: Int, $after: String) { feed(first: $first, after: $after) { nodes { #{POST} } pageInfo { endCursor } } }".freeze
RECORD = "mutation Record($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { id post { #{POST} } } } }".freeze
signed_in = run('signIn', 'mutation ($input: SignInInput!) { signIn(input: $input) { apiKey user { firstName } } }',
                { input: { email: EMAIL, password: PASSWORD } })
$key = signed_in['apiKey']
after = nil
pages = Array.new(2) do
  page = run('feed', FEED, { first: 2, after: after })
  after = page['pageInfo']['endCursor']
  page['nodes'].map { |node| node['body'] }
end
workout = { title: 'Run', runDate: Time.now.utc.iso8601, runType: 'SLOW', durationInSeconds: 1800 }
recorded = run('recordWorkout', RECORD, { input: workout.merge(postBody: 'Mine') })['workout']['post']
liked = run('likePost', 'mutation ($input: LikePostInput!) { likePost(input: $input) { post { viewerLikes } } }',
            { input: { id: recorded['id'] } })['post']
comment = run('addComment',
              'mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { post { commentCount } } } }',
              { input: { postId: recorded['id'], comment: 'Well done' } })['comment']
refused = run('recordWorkout', RECORD, { input: workout.merge(title: '') })
run('signOut', 'mutation { signOut { done } }')
ended = run('feed', FEED, { first: 1 })
puts({
  firstName: signed_in['user']['firstName'],
  pages: pages,
  recorded: recorded['body'],
  liked: liked['viewerLikes'],
  comments: comment['post']['commentCount'],
  refused: [refused['code'], refused['fields'].keys],
  ended: ended['code']
}.to_json)
