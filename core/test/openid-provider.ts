import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** What the provider says about the person at its login screen. */
export interface Claims {
  email?: string
  email_verified?: boolean | string
}

interface Grant {
  clientId: string
  redirectUri: string
  challenge: string
  nonce: string
  claims: Claims
}

const CLIENT = { id: 'recado', secret: 'segredo-do-cliente' }

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

/** A company's sign-in provider on this machine: discovery, keys, codes that count once, PKCE and signed ID tokens. */
export async function startOpenidProvider(name = '127.0.0.1') {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const strange = await generateKeyPair('RS256')
  const grants = new Map<string, Grant>()
  /** How it misbehaves next. */
  const tricks = { nonce: null as string | null, isForged: false, audience: null as string | null }
  const person: Claims = {}
  let issuer = ''

  /** The person signs in there and is sent back: to this address. */
  const signIn = (address: string, claims: Claims): URL => {
    const asked = new URL(address).searchParams
    const take = (name: string): string => asked.get(name) ?? ''
    if (take('response_type') !== 'code' || take('code_challenge_method') !== 'S256') throw new Error('no code flow')
    const code = randomUUID()
    grants.set(code, {
      clientId: take('client_id'),
      redirectUri: take('redirect_uri'),
      challenge: take('code_challenge'),
      nonce: take('nonce'),
      claims,
    })
    const back = new URL(take('redirect_uri'))
    back.searchParams.set('code', code)
    back.searchParams.set('state', take('state'))
    return back
  }

  const idToken = ({ clientId, nonce, claims }: Grant) =>
    new SignJWT({ ...claims, nonce: tricks.nonce ?? nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setSubject('pessoa-1')
      .setAudience(tricks.audience ?? clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(tricks.isForged ? strange.privateKey : privateKey)

  const redeem = async (form: URLSearchParams): Promise<object | null> => {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      grant &&
      challenge === grant.challenge &&
      form.get('redirect_uri') === grant.redirectUri &&
      form.get('client_id') === CLIENT.id &&
      form.get('client_secret') === CLIENT.secret
    if (!isRight) return null
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: await idToken(grant) }
  }

  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (new URL(request.url ?? '/', issuer).pathname) {
      case '/.well-known/openid-configuration':
        return answer(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        })
      case '/authorize':
        return response.writeHead(302, { location: signIn(`${issuer}${request.url}`, { ...person }).href }).end()
      case '/jwks':
        return answer(200, { keys: [jwk] })
      case '/token':
        return void readForm(request)
          .then(redeem)
          .then((tokens) => (tokens ? answer(200, tokens) : answer(400, { error: 'invalid_grant' })))
      default:
        return answer(404, {})
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  issuer = `http://${name}:${port}`

  return {
    issuer,
    host: `${name}:${port}`,
    client: CLIENT,
    tricks,
    signIn,
    /** Whoever comes with a browser is taken for this person at once. */
    person,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
