import type { FastifyPluginAsync } from 'fastify'
import { OPERATOR_TENANT } from './modules/operator/policy.ts'
import type { Platform } from './platform.ts'

/** A shop that does not exist, with the operator's first web chat on it: the first thing a newcomer tries. */
export const demoPage: FastifyPluginAsync<{ platform: Platform }> = async (app, { platform }) => {
  app.get('/demo', async (_request, reply) => {
    const route = await platform.db.system.channel
      .findFirst({
        where: { tenantId: OPERATOR_TENANT, type: 'webchat', isDeleted: false },
        orderBy: { id: 'asc' },
        select: { id: true },
      })
      .then((channel) =>
        channel
          ? platform.db.system.hookRoute.findFirst({
              where: { tenantId: OPERATOR_TENANT, instance: `channel:${channel.id}` },
            })
          : null,
      )
    return reply.type('text/html; charset=utf-8').send(page(route?.key ?? null))
  })
}

const page = (key: string | null): string => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Café Aurora</title>
<style>
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { margin: 0 auto; max-width: 42rem; padding: 4rem 1.5rem }
h1 { font-size: 2.25rem; line-height: 1.2; margin: 0 0 1rem }
p { margin: 0 0 1rem }
small { opacity: .7 }
</style>
</head>
<body>
<main>
<h1>Café Aurora</h1>
<p>Cafés especiais torrados na semana, entregues em todo o Brasil.</p>
<p>${key ? 'Ficou com alguma dúvida? Fale com a gente pelo chat no canto da página.' : 'O canal de web chat desta página foi removido.'}</p>
<p><small>Página de demonstração do Recado: as mensagens chegam em <a href="/#/atendimento">Atendimento</a>.</small></p>
</main>
${key ? `<script src="/assets/webchat/recado.js" data-channel="${key}" async></script>` : ''}
</body>
</html>
`
