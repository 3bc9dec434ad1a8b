import type { Profile } from '../modules/auth/contract.ts'
import type { Random } from './random.ts'

export const COMPANY = 'Casa Ipê Decoração'
export const DOMAIN = 'casaipe.example'

export interface TeamMember {
  name: string
  login: string
  profile: Profile
  queues: readonly string[]
}

/** The first one owns the company. */
export const TEAM: readonly [TeamMember, ...TeamMember[]] = [
  { name: 'Helena Prado', login: 'helena', profile: 'admin', queues: [] },
  { name: 'Otávio Menezes', login: 'otavio', profile: 'supervisor', queues: [] },
  { name: 'Camila Rocha', login: 'camila', profile: 'supervisorfila', queues: ['Vendas', 'Projetos'] },
  { name: 'Bruno Sakamoto', login: 'bruno', profile: 'user', queues: ['Vendas'] },
  { name: 'Larissa Nogueira', login: 'larissa', profile: 'user', queues: ['Vendas', 'Projetos'] },
  { name: 'Davi Albuquerque', login: 'davi', profile: 'user', queues: ['Entregas', 'Trocas e garantia'] },
  { name: 'Jussara Tavares', login: 'jussara', profile: 'user', queues: ['Entregas', 'Trocas e garantia'] },
  { name: 'Rafael Quintana', login: 'rafael', profile: 'user', queues: ['Financeiro'] },
]

export const QUEUES = [
  { name: 'Vendas', color: '#0f6b66' },
  { name: 'Entregas', color: '#b45f06' },
  { name: 'Trocas e garantia', color: '#8a3b5e' },
  { name: 'Financeiro', color: '#33589b' },
  { name: 'Projetos', color: '#5d7a1f' },
] as const

export const TAGS = [
  { tag: 'Cliente fiel', color: '#0f6b66' },
  { tag: 'Arquiteta parceira', color: '#5d7a1f' },
  { tag: 'Primeira compra', color: '#33589b' },
  { tag: 'Atacado', color: '#8a3b5e' },
  { tag: 'Aguarda orçamento', color: '#b45f06' },
] as const

export const CLOSING_REASONS = [
  { name: 'Venda concluída', color: '#0f6b66' },
  { name: 'Dúvida resolvida', color: '#33589b' },
  { name: 'Sem resposta do cliente', color: '#5b7083' },
  { name: 'Troca combinada', color: '#8a3b5e' },
] as const

export const CHANNELS = [
  { name: 'Site da loja', queue: null, settings: { title: 'Casa Ipê', subtitle: 'Respondemos em poucos minutos' } },
  { name: 'Loja virtual', queue: 'Vendas', settings: { title: 'Casa Ipê', accent: '#8a3b5e' } },
] as const

const FIRST =
  'Adriana Aline Amanda Antônio Beatriz Bernardo Caio Carla Cecília Cláudia Daniel Débora Diego Eduarda Elisa Fábio Fernanda Flávia Gabriel Giovana Guilherme Heloísa Igor Isabela Jéssica Joana João Juliana Karina Leandro Letícia Luana Luís Marcela Márcio Mariana Matheus Natália Nicolas Patrícia Paulo Priscila Renata Ricardo Rosângela Sabrina Sérgio Simone Tainá Tatiane Thiago Valéria Vinícius Vitória Wagner Yasmin'.split(
    ' ',
  )
const LAST =
  'Almeida Andrade Araújo Barbosa Batista Borges Campos Cardoso Carvalho Castro Correia Costa Cunha Dias Duarte Farias Ferraz Freitas Garcia Gonçalves Guimarães Leite Lima Lopes Macedo Machado Martins Medeiros Melo Mendes Moraes Moreira Moura Nascimento Nunes Oliveira Pacheco Peixoto Pereira Pimentel Pinto Ramos Reis Ribeiro Sales Santana Santos Silveira Siqueira Soares Teixeira Vasconcelos Vieira Xavier'.split(
    ' ',
  )
const AREAS = ['11', '11', '11', '19', '21', '31', '41', '48', '51', '61', '62', '71', '81', '85']

export interface Customer {
  name: string
  firstName: string
  number: string
  email: string | null
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** People who write: no two of one name or number. */
export function customers(random: Random, count: number): Customer[] {
  const made = new Map<string, Customer>()
  while (made.size < count) {
    const firstName = random.pick(FIRST)
    const name = `${firstName} ${random.pick(LAST)}${random.chance(0.35) ? ` ${random.pick(LAST)}` : ''}`
    if (made.has(name)) continue
    const digits = String(6_000_0000 + made.size * 131_071 + random.between(0, 131_070)).slice(-8)
    const number = `55${random.pick(AREAS)}9${digits}`
    const [first = '', ...rest] = plain(name).split(' ')
    made.set(name, {
      name,
      firstName,
      number,
      email: random.chance(0.6) ? `${first}.${rest.at(-1)}@correio.example` : null,
    })
  }
  return [...made.values()]
}
