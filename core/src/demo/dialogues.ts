/**
 * What people write to a shop for the home. `c` is the customer, `a` the agent; `+` goes on in a message of its own.
 * `[image]`, `[document]` and `[audio]` stand for a file; `{…}` is filled in.
 */
export interface Dialogue {
  queue: 'Vendas' | 'Entregas' | 'Trocas e garantia' | 'Financeiro' | 'Projetos'
  reason: 'Venda concluída' | 'Dúvida resolvida' | 'Sem resposta do cliente' | 'Troca combinada'
  lines: readonly string[]
}

const read = (queue: Dialogue['queue'], reason: Dialogue['reason'], text: string): Dialogue => ({
  queue,
  reason,
  lines: text
    .trim()
    .split('\n')
    .map((line) => line.trim()),
})

export const DIALOGUES: readonly Dialogue[] = [
  read(
    'Vendas',
    'Venda concluída',
    `
    c: Oi, bom dia! Vocês ainda têm {produto}?
    a: Bom dia, {nome}! Aqui é {agente}, da Casa Ipê 😊
    a: Temos sim, a pronta entrega. Quer que eu mande uma foto?
    c: Quero, por favor
    a: [image] É este modelo. A cor é um pouco mais quente ao vivo.
    c: Que lindo! Quanto fica?
    a: Fica {valor} à vista ou em até 6x sem juros.
    c: E o frete para {cidade}?
    a: Para {cidade} o frete é grátis acima de R$ 400. Chega em {prazo}.
    c: Perfeito, vou levar. Como faço o pagamento?
    a: Vou te mandar o link. Pode ser Pix ou cartão.
    c: Pix
    a: Combinado! Assim que cair eu confirmo por aqui.
    c: Pronto, acabei de pagar
    a: Recebido, {nome}. O seu pedido é o {pedido}. Obrigado pela compra!
    c: Obrigada! 🧡`,
  ),
  read(
    'Vendas',
    'Dúvida resolvida',
    `
    c: Boa tarde
    c: Qual a medida do {produto}?
    a: Boa tarde, {nome}! O {produto} tem 1,20 m x 0,60 m, com 75 cm de altura.
    c: E passa em porta de 70?
    a: Passa sim, ele vem desmontado. A montagem leva uns 20 minutos.
    c: Ah, ótimo. Vou medir aqui e volto a falar
    a: Fica à vontade! Separo um para você até amanhã, se quiser.
    c: Não precisa, obrigado!`,
  ),
  read(
    'Vendas',
    'Sem resposta do cliente',
    `
    c: Olá, esse valor do site do {produto} está certo? {valor}?
    a: Olá, {nome}! Está certo, sim. É a promoção desta semana.
    a: Ela vale até domingo, ou enquanto durar o estoque. Quer que eu reserve?
    c: Preciso ver com meu marido
    a: Claro! Qualquer dúvida é só chamar por aqui.
    a: Oi, {nome}! Passando para saber se ainda posso ajudar com o {produto}.`,
  ),
  read(
    'Vendas',
    'Venda concluída',
    `
    c: Vocês fazem preço para quantidade?
    c: Preciso de 14 cadeiras para um restaurante em {cidade}
    a: Fazemos, {nome}. A partir de 10 peças o desconto é de 12%.
    a: Já tem um modelo em mente?
    c: A de palhinha que está na vitrine do site
    a: Ótima escolha. Com o desconto ficam {valor} no total, com entrega.
    c: Consegue um orçamento em PDF? Preciso mandar para o sócio
    a: [document] Segue o orçamento, válido por 10 dias.
    c: Recebi, obrigado. Respondo até sexta
    c: Bom dia! Aprovado 🎉
    a: Que notícia boa! Vou abrir o pedido agora.
    a: Pedido {pedido} aberto. O prazo é de {prazo}.
    c: Perfeito`,
  ),
  read(
    'Entregas',
    'Dúvida resolvida',
    `
    c: Oi, meu pedido {pedido} já saiu para entrega?
    a: Oi, {nome}! Deixa eu conferir aqui.
    a: Saiu hoje cedo do nosso depósito. A previsão é {prazo}.
    c: Alguém liga antes?
    a: Sim, a transportadora manda mensagem na véspera e liga quando estiver a caminho.
    c: Pode deixar na portaria?
    a: Pode. Vou anotar aqui: portaria, prédio em {cidade}.
    c: Isso, obrigada`,
  ),
  read(
    'Entregas',
    'Dúvida resolvida',
    `
    c: Gente, cadê meu pedido {pedido}? Era para ter chegado ontem
    a: {nome}, peço desculpas pelo atraso. Vou falar com a transportadora agora mesmo.
    c: É a segunda vez que isso acontece
    a: Você tem toda razão. Me dá dez minutinhos que volto com uma posição certa.
    c: Ok, aguardo
    a: O caminhão quebrou na saída de {cidade}. A entrega foi remarcada para amanhã de manhã.
    a: Como desculpa pelo transtorno, devolvemos o frete: {valor}.
    c: Tá bom. Amanhã sem falta, né?
    a: Sem falta. Eu acompanho pessoalmente.
    c: Chegou! Obrigada por resolver
    a: Que bom, {nome}! Boa noite e bom descanso na casa nova.`,
  ),
  read(
    'Entregas',
    'Dúvida resolvida',
    `
    c: Preciso trocar o endereço da entrega
    c: Pedido {pedido}
    a: Sem problema, {nome}. Qual é o endereço novo, com CEP?
    c: Rua das Paineiras, 418, apto 62, {cidade}
    a: Anotado. Como já estava em rota, a entrega passa para {prazo}.
    c: Tudo bem
    a: Alterado! Você recebe a confirmação por e-mail.`,
  ),
  read(
    'Trocas e garantia',
    'Troca combinada',
    `
    c: Boa noite. Meu {produto} chegou com um risco
    c: [image] Olha só
    a: Boa noite, {nome}! Que pena, não é assim que ele devia chegar.
    a: Vamos trocar sem custo. Prefere a troca ou um desconto para ficar com ele?
    c: De quanto seria o desconto?
    a: 20%, ou seja, {valor} de volta.
    c: Acho que prefiro a troca mesmo
    a: Combinado. A coleta e a entrega são no mesmo dia: {prazo}.
    c: Preciso embalar?
    a: Só se ainda tiver a caixa. Se não tiver, o entregador leva uma manta.
    c: Maravilha, muito obrigada pelo atendimento
    a: Nós que agradecemos a paciência! 🧡`,
  ),
  read(
    'Trocas e garantia',
    'Dúvida resolvida',
    `
    c: Oi, comprei um {produto} em março e o puxador soltou. Ainda está na garantia?
    a: Oi, {nome}! A garantia é de 12 meses, então está sim.
    a: Consegue mandar um vídeo ou um áudio contando o que aconteceu?
    c: [audio]
    a: Entendi, é só o parafuso. Mando um kit novo pelo correio, sem custo.
    c: Chega quando?
    a: Em {prazo}. Vai com as instruções.
    c: [document] Essa é a nota
    a: Recebida, obrigado!`,
  ),
  read(
    'Trocas e garantia',
    'Troca combinada',
    `
    c: Quero devolver o pedido {pedido}, a cor não combinou
    a: Claro, {nome}. Você tem até 7 dias depois do recebimento.
    c: Recebi anteontem
    a: Então está no prazo. Prefere crédito na loja ou estorno?
    c: Crédito, vou pegar o {produto} no lugar
    a: Ótimo! A diferença fica em {valor}. Mando o link?
    c: Manda
    a: Enviado para o seu e-mail. Depois do pagamento agendamos a coleta.
    c: Pago
    a: Confirmado 👍`,
  ),
  read(
    'Financeiro',
    'Dúvida resolvida',
    `
    c: Bom dia, preciso da nota fiscal do pedido {pedido}
    a: Bom dia, {nome}! Só um momento.
    a: [document] Segue a nota em PDF.
    c: Dá para emitir com CNPJ?
    a: Dá, sim. Me passa o CNPJ e a razão social, por favor?
    c: 12.345.678/0001-95, Estúdio Jatobá Ltda
    a: Pronto, a nota nova chega no seu e-mail em até uma hora.
    c: Chegou, obrigado!`,
  ),
  read(
    'Financeiro',
    'Dúvida resolvida',
    `
    c: Fui cobrada duas vezes no cartão
    c: Duas de {valor}
    a: Oi, {nome}. Que susto! Vou verificar com a operadora.
    a: Uma das duas foi uma pré-autorização e some da fatura em até 3 dias úteis.
    c: Mas e se não sumir?
    a: Se até sexta ainda estiver lá, me chama aqui que eu peço o estorno na hora.
    c: [image] Esse é o print
    a: Perfeito, anexei no seu cadastro.
    c: Sumiu! Obrigada`,
  ),
  read(
    'Financeiro',
    'Sem resposta do cliente',
    `
    c: O boleto do pedido {pedido} venceu, consegue outro?
    a: Consigo, {nome}. Mesmo valor, {valor}, com vencimento em 3 dias?
    c: Pode ser
    a: [document] Aqui está.
    a: Se preferir, o Pix cai na hora e o pedido já vai para a separação.`,
  ),
  read(
    'Projetos',
    'Venda concluída',
    `
    c: Olá! Vocês fazem projeto de estante sob medida?
    a: Olá, {nome}! Fazemos, com marcenaria própria.
    a: Tem as medidas da parede?
    c: 3,20 de largura por 2,60 de altura. Tem uma viga no canto
    c: [image] Ela aparece aqui
    a: Ajuda muito. Que uso vai ter: livros, TV, plantas?
    c: Livros e TV, e queria um cantinho para o café
    a: Adorei a ideia do café ☕
    a: Preparo um desenho até quinta, sem compromisso.
    c: Combinado!
    a: [document] {nome}, aqui está a primeira proposta.
    c: Gostei bastante. Dá para tirar a porta de vidro?
    a: Dá, e fica até mais leve. Sem ela o total cai para {valor}.
    c: Fechado. Quando começa?
    a: A equipe vai a {cidade} medir em {prazo}. O projeto é o {pedido}.
    c: Ansiosa!`,
  ),
  read(
    'Projetos',
    'Dúvida resolvida',
    `
    c: Bom dia, sou arquiteta. Como funciona a parceria?
    a: Bom dia, {nome}! Que bom te ver por aqui.
    a: Parceiros têm 15% de reserva técnica e um atendente só para os projetos.
    c: E prazo de marcenaria?
    a: Hoje estamos com 25 dias úteis, com a medição em {prazo}.
    c: Ótimo. Te mando o cadastro ainda hoje
    a: Perfeito, fico no aguardo.
    c: [document]
    a: Cadastro feito! Seja bem-vinda. Qualquer projeto, é só chamar.`,
  ),
]

export const FILLINGS = {
  produto: [
    'banco de jatobá',
    'aparador Serra',
    'tapete de sisal',
    'pendente de cerâmica',
    'espelho Lua',
    'criado-mudo Cedro',
    'estante Paraty',
    'mesa lateral Mandacaru',
    'sofá Guarujá',
    'poltrona Caju',
  ],
  cidade: [
    'Campinas',
    'Santos',
    'Belo Horizonte',
    'Curitiba',
    'Niterói',
    'Recife',
    'Florianópolis',
    'Goiânia',
    'São Paulo',
  ],
  prazo: ['2 dias úteis', 'amanhã à tarde', 'quinta-feira', '5 dias úteis', 'terça de manhã', 'uma semana'],
} as const

/** Said once more in conversations that go on for long. */
export const SMALL_TALK: readonly string[] = [
  'c: Mais uma coisa',
  'c: E no caso do {produto}, muda alguma coisa?',
  'a: Não muda, {nome}. O prazo continua {prazo}.',
  'c: Entendi',
  'c: Consegue ver isso para mim?',
  'a: Consigo, um momento.',
  'a: Conferi aqui: está tudo certo com o pedido {pedido}.',
  'c: 👍',
  'c: Valeu pela agilidade',
  'a: Imagina! Estou por aqui.',
  'c: Meu marido perguntou se tem em outra cor',
  'a: Tem em natural e em nogueira.',
  'c: E quanto fica com a instalação?',
  'a: Com a instalação, {valor}.',
]
