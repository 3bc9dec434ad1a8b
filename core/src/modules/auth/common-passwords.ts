/**
 * What passwords are made of when people do not think: compared after case, accents, look-alike digits and whatever
 * stands before and after have been taken away, so that one word here covers its thousands of variants.
 */
const LIST = `
password passwort contrasena senha minhasenha suasenha senhaforte novasenha senhanova mudarsenha mudar trocar trocasenha
qwerty qwertyui qwertyuiop qwertz azerty asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd
qweasdzxc poiuyt lkjhgf mnbvcx iqaz zaqi qawsedrf abc abcd abcde abcdef abcdefg abcdefgh abcabc aaaaaa xxxxxx teste test
testing tester testando admin administrador administrator adminadmin root toor user usuario guest convidado demo login
acesso entrar sistema system master mestre suporte support atendimento atendente operador empresa company cliente whatsapp
zapzap instagram facebook telegram google gmail hotmail outlook yahoo internet computador windows microsoft apple android
samsung iphone welcome bemvindo bienvenido letmein trustnoi iloveyou teamo euteamo teamomuito amor amormeu meuamor amorzinho
amores vida minhavida familia minhafamilia felicidade alegria saudade paz deus deusefiel jesus jesuscristo jesusteama
cristo senhor fe gratidao vitoria esperanca anjo princesa principe gatinha gatinho linda lindo bonita gostosa querida
brasil brazil saopaulo riodejaneiro curitiba fortaleza salvador recife belohorizonte portoalegre brasilia goiania manaus
flamengo corinthians palmeiras santos saopaulofc vasco fluminense botafogo gremio internacional cruzeiro atletico galo
mengao timao verdao tricolor futebol football soccer barcelona realmadrid chelsea liverpool arsenal juventus neymar
ronaldo ronaldinho messi pele pokemon pikachu naruto dragon dragonball goku batman superman spiderman starwars matrix
minecraft freefire fortnite callofduty monkey shadow sunshine princess baseball basketball hockey michael jordan jennifer
jessica ashley amanda daniel andrew joshua matthew charlie thomas robert william george hunter hunteri killer ranger
buster tigger pepper ginger cookie summer winter spring autumn verao inverno primavera outono janeiro fevereiro marco
abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo january
february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday cachorro gato cavalo passaro leao tigre lobo aguia mustang ferrari mercedes porsche corvette harley honda
yamaha chevrolet fiat gol volkswagen toyota secret secreto segredo super superstar rockstar estrela love lovely lover
freedom liberdade changeme default padrao nopassword semsenha nada nothing hello ola oi hellohello computer server
database oracle mysql postgres cisco router linux ubuntu money dinheiro dollar rico sucesso success business vendas
comercial financeiro contabilidade gerente diretor chefe boss marketing loja mercado padaria restaurante hotel maria jose
joao antonio francisco carlos paulo pedro lucas luiz luis marcos gabriel rafael felipe bruno eduardo rodrigo fernando
gustavo guilherme leonardo ricardo anderson diego mateus matheus thiago tiago vinicius henrique miguel arthur davi
bernardo heitor ana anaclara anapaula mariana juliana fernanda patricia aline bruna camila carolina larissa leticia
beatriz isabela gabriela amandinha vanessa natalia sandra marcia adriana luciana alice sofia helena laura valentina
recado mensagem access batata chocolate bolo cerveja pizza banana morango baby bebe mamae papai filho filha irmao irma
`

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Pure, so that browsers, which use other rules of the same policy, are not sent the list. */
export const COMMON_WORDS = /* @__PURE__ */ wordsOf(LIST)
