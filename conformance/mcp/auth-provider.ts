/** Facts some scenarios hand to the client. */
export interface ScenarioContext {
  name?: string
  client_id?: string
  client_secret?: string
  [key: string]: unknown
}

/** An OAuth client of the SDKs for suites: keeps all in memory, and follows the sign-in page by itself. */
export function createAuthProvider(context: ScenarioContext) {
  const store: { tokens?: unknown; verifier?: string } = {}
  // A client is known to the server that registered it, and to no other (SEP-2352).
  const clients = new Map<string, unknown>()
  let redirected: Promise<URLSearchParams> | undefined
  const redirectUrl = 'http://localhost:3000/callback'
  const provider = {
    redirectUrl,
    // Where a server takes client metadata documents, this is ours (SEP-991).
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    clientMetadata: {
      client_name: 'toolprism-conformance',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: (at?: { issuer?: string }) =>
      clients.get(at?.issuer ?? '') ??
      (context.client_id
        ? { client_id: context.client_id, client_secret: context.client_secret }
        : undefined),
    saveClientInformation: (client: unknown, at?: { issuer?: string }) => {
      clients.set(at?.issuer ?? '', client)
    },
    tokens: () => store.tokens,
    saveTokens: (tokens: unknown) => {
      store.tokens = tokens
    },
    saveCodeVerifier: (verifier: string) => {
      store.verifier = verifier
    },
    codeVerifier: () => store.verifier ?? '',
    invalidateCredentials: (scope: string) => {
      if (scope === 'all' || scope === 'client') clients.clear()
      if (scope === 'all' || scope === 'tokens') delete store.tokens
    },
    redirectToAuthorization: (url: URL) => {
      redirected = fetch(url, { redirect: 'manual' }).then((response) => {
        const location = response.headers.get('location')
        if (!location) throw new Error(`No redirect from ${url.origin}: ${response.status}`)
        return new URL(location).searchParams
      })
      redirected.catch(() => {})
    },
  }
  return {
    provider,
    async authorize(): Promise<URLSearchParams> {
      if (!redirected) throw new Error('No sign-in was begun')
      return redirected
    },
  }
}

/** The SDK's own provider for a client without a person: its secret, or its key where the scenario gives one. */
export async function createMachineProvider(
  sdk: 'v1' | 'v2',
  context: ScenarioContext,
): Promise<unknown> {
  const { ClientCredentialsProvider, PrivateKeyJwtProvider } =
    sdk === 'v1'
      ? await import('@modelcontextprotocol/sdk/client/auth-extensions.js')
      : await import('@modelcontextprotocol/client')
  const { client_id: clientId = '', client_secret: clientSecret = '' } = context
  if (!context.private_key_pem) return new ClientCredentialsProvider({ clientId, clientSecret })
  return new PrivateKeyJwtProvider({
    clientId,
    privateKey: String(context.private_key_pem),
    algorithm: String(context.signing_algorithm ?? 'ES256'),
  })
}
