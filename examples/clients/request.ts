/** An operation of which graphql-codegen has made the types, with `documentMode: 'string'`. */
interface TypedDocument<Result, Variables> {
  toString(): string;
  __apiType?: (variables: Variables) => Result;
}

/**
 * Sends an operation. A mutation that is sent again with the same `idempotencyKey`, after a lost connection, is carried out once.
 * @throws Error with the `code` of the first failure
 */
export async function request<Result, Variables>(
  url: string,
  apiKey: string | undefined,
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<Result> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      Accept: 'application/graphql-response+json',
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  const { data, errors } = (await response.json()) as {
    data?: Result;
    errors?: { message: string; extensions: { code: string } }[];
  };
  if (errors?.[0]) throw Object.assign(new Error(errors[0].message), errors[0].extensions);
  return data as Result;
}
