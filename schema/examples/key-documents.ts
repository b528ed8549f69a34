export const createReadOnlyKey = `# Makes a key that only reads, shown this once. Whatever
# changes something is refused to it (INSUFFICIENT_SCOPE).
mutation CreateReadOnlyKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    apiKey
    key { name scopes expiresDate }
  }
}
`;
