import { linkPaths, type MailWords, type OtherDate } from '../templates.ts'
import { certificateMailWords } from './certificates.ts'
import { discussionWords } from './discussions.ts'
import { followUpWords } from './follow-up.ts'
import { reminderWords } from './reminders.ts'
import { paymentWords } from './payments.ts'
import { orderWords } from './orders.ts'
import { subscriptionWords } from './subscriptions.ts'

export const pt: MailWords = {
  common: {
    greeting: (name) => (name === '' ? 'Olá!' : `Olá, ${name}!`),
    linkHint: 'Se o botão não funcionar, copia este endereço para o teu navegador:',
    signature: 'A equipa da e-events',
    footer: (origin) => `Recebes esta mensagem porque tens uma conta em ${origin}.`,
    strangerFooter: (origin) => `Alguém enviou-te esta mensagem a partir de ${origin}.`,
  },
  activation: ({ token, next }) => ({
    subject: 'Ativa a tua conta e-events',
    lines: ['Obrigado por te registares. Confirma o teu e-mail para ativar a tua conta.'],
    button: { label: 'Ativar a minha conta', path: linkPaths.activate(token, next) },
    notes: ['A ligação funciona uma só vez, durante 24 horas.', 'Se não foste tu, não faças nada: a conta não será ativada.'],
  }),
  recovery: ({ token }) => ({
    subject: 'Escolhe uma palavra-passe nova',
    lines: ['Alguém pediu uma palavra-passe nova para a tua conta.'],
    button: { label: 'Escolher palavra-passe', path: linkPaths.reset(token) },
    notes: [
      'A ligação funciona uma só vez, durante uma hora. Ao usá-la, terminam todas as tuas sessões.',
      'Se não foste tu, não faças nada: a tua palavra-passe continua a ser a mesma.',
    ],
  }),
  approval: () => ({
    subject: 'A tua conta foi aprovada',
    lines: ['Revimos o teu registo e a tua conta está aprovada. Já podes entrar.'],
    button: { label: 'Iniciar sessão', path: linkPaths.login },
  }),
  rejection: ({ reason }) => ({
    subject: 'A tua conta não foi aprovada',
    lines: ['Revimos o teu registo e, por agora, não podemos aprovar a tua conta.', ...(reason ? [`Motivo indicado: ${reason}`] : [])],
    notes: ['Se achas que se trata de um erro, responde a esta mensagem.'],
  }),
  new_device: ({ device, address, at, timezone }, { dateTime }) => ({
    subject: 'Dispositivo novo na tua conta',
    lines: [
      'Alguém entrou na tua conta a partir de um dispositivo que não conhecíamos:',
      `Aparelho: ${device}`,
      `Endereço de rede: ${address}`,
      `Quando: ${dateTime(at, timezone)}`,
      'Se foste tu, não tens de fazer nada.',
    ],
    button: { label: 'Ver os meus dispositivos', path: linkPaths.myData },
    notes: ['Se não foste tu, muda já a tua palavra-passe: todas as outras sessões terminam.'],
  }),
  session_reused: ({ device, at, timezone }, { dateTime }) => ({
    subject: 'Alguém pode ter copiado uma sessão tua',
    lines: [
      `Terminámos a sessão de ${device} em ${dateTime(at, timezone)}: a sua chave foi usada duas vezes, como acontece quando alguém a copia. Inicia sessão de novo nesse dispositivo.`,
      'Se não notaste nada de estranho, pode dever-se a uma cópia de segurança reposta ou a um perfil copiado. Em caso de dúvida, escolhe uma palavra-passe nova: termina todas as sessões.',
    ],
    button: { label: 'Escolher uma palavra-passe nova', path: linkPaths.recovery },
  }),
  password_guessed: ({ at, timezone }, { dateTime }) => ({
    subject: 'Alguém está a tentar adivinhar a tua palavra-passe',
    lines: [
      `Na última hora houve mais de cem tentativas falhadas de entrar na tua conta, de muitos sítios (${dateTime(at, timezone)}). Nenhuma conseguiu entrar.`,
      'Abrandamos as tentativas de redes desconhecidas; de um sítio novo talvez tenhas de esperar alguns segundos. Se usas essa palavra-passe também noutro sítio, escolhe aqui uma diferente e ativa o segundo fator nos teus dados.',
    ],
    button: { label: 'Escolher uma palavra-passe nova', path: linkPaths.recovery },
  }),
  password_changed: () => ({
    subject: 'A tua palavra-passe mudou',
    lines: ['A palavra-passe da tua conta mudou e as outras sessões terminaram.'],
    button: { label: 'Não fui eu', path: linkPaths.recovery },
  }),
  identity_linked: ({ service }) => ({
    subject: 'Outra forma de entrar na tua conta',
    lines: [`A partir de agora também podes entrar na tua conta com ${service}.`],
    button: { label: 'Ver a minha conta', path: linkPaths.myData },
    notes: ['Se não foste tu, muda a tua palavra-passe quanto antes e remove essa forma de entrar nos teus dados.'],
  }),
  password_reset: ({ twoFactorSince, timezone }, { dateTime }) => ({
    subject: 'A tua palavra-passe mudou',
    lines: [
      'Escolheste uma palavra-passe nova. Terminámos todas as tuas sessões e anulámos qualquer mudança de e-mail pendente, os teus podcasts privados e a entrada com contas de outros serviços. Podes voltar a criá-los quando quiseres.',
      ...(twoFactorSince
        ? [
            `A verificação em dois passos continua ativada desde ${dateTime(twoFactorSince, timezone)}. Se não foste tu que a ativaste, responde a esta mensagem.`,
          ]
        : []),
    ],
    button: { label: 'Não fui eu', path: linkPaths.recovery },
  }),
  email_change_old: ({ newEmail, token }) => ({
    subject: 'Confirma a mudança de e-mail',
    lines: [
      `Foi pedido que a tua conta passe a usar o endereço ${newEmail}.`,
      'A mudança faz-se quando a confirmas nos dois endereços: este e o novo.',
    ],
    button: { label: 'Confirmar a mudança', path: linkPaths.confirmEmail(token) },
    notes: [
      'A ligação funciona uma só vez, durante 24 horas.',
      'Se não foste tu, não confirmes e muda a tua palavra-passe: alguém a conhece.',
    ],
  }),
  email_change_new: ({ token }) => ({
    subject: 'Confirma o teu novo e-mail',
    lines: [
      'Foi pedido que uma conta e-events passe a usar este endereço.',
      'A mudança faz-se quando é confirmada nos dois endereços: o anterior e este.',
    ],
    button: { label: 'Confirmar este e-mail', path: linkPaths.confirmEmail(token) },
    notes: ['A ligação funciona uma só vez, durante 24 horas.', 'Se não foste tu, não faças nada: nada vai mudar.'],
  }),
  email_changed: ({ newEmail }) => ({
    subject: 'O e-mail da tua conta mudou',
    lines: [`A partir de agora entras na tua conta com ${newEmail}.`],
    notes: ['Se não foste tu, responde a esta mensagem.'],
  }),
  administrator_made: ({ account, by }) => ({
    subject: 'Há um novo administrador',
    lines: [`${by} tornou ${account} administrador.`],
    notes: ['Se nenhum de vós o quis, bloqueia a conta de imediato e pede a quem o fez que mude a palavra-passe.'],
  }),
  payout_account_changed: ({ channel, slug, ending }) => ({
    subject: 'A conta bancária do teu canal mudou',
    lines: [ending === null ? `${channel} já não tem conta bancária.` : `A conta bancária de ${channel} termina agora em ${ending}.`],
    notes: ['Se não foste tu, muda de imediato a tua palavra-passe e responde a esta mensagem.'],
    button: { label: 'Ver o canal', path: linkPaths.channel(slug) },
  }),
  two_factor_on: () => ({
    subject: 'Verificação em dois passos ativada',
    lines: [
      'A partir de agora, a tua conta pede um código da tua aplicação de autenticação ao entrar.',
      'Guarda bem os teus códigos de recuperação.',
    ],
    button: { label: 'Ver a minha conta', path: linkPaths.myData },
  }),
  two_factor_off: () => ({
    subject: 'Verificação em dois passos desativada',
    lines: ['A tua conta já não pede um código ao entrar: basta a palavra-passe.'],
    button: { label: 'Não fui eu', path: linkPaths.recovery },
  }),
  deletion_requested: ({ at, timezone }, { dateTime }) => ({
    subject: 'A tua conta vai ser eliminada',
    lines: [
      `Pediste para eliminar a tua conta. Vamos eliminá-la em ${dateTime(at, timezone)}.`,
      'Até lá podes entrar e mudar de ideias. Depois não é possível recuperá-la; as faturas são conservadas sem o teu nome durante o tempo que a lei exige.',
    ],
    button: { label: 'Manter a minha conta', path: linkPaths.myData },
  }),
  deletion_cancelled: () => ({
    subject: 'A tua conta fica',
    lines: ['Cancelaste a eliminação da tua conta. Está tudo como antes.'],
  }),
  deletion_done: () => ({
    subject: 'A tua conta foi eliminada',
    lines: [
      'Eliminámos a tua conta e os teus dados pessoais. As faturas são conservadas sem o teu nome durante o tempo que a lei exige.',
      'Obrigado por teres estado connosco.',
    ],
  }),
  channel_received: ({ channel, slug, hours }) => ({
    subject: 'Estamos a rever o teu canal',
    lines: [
      `Recebemos o teu pedido para publicar o canal «${channel}».`,
      `A nossa equipa revê-o num prazo de ${hours} horas. Avisamos-te em qualquer caso; até lá só tu vês o canal.`,
    ],
    button: { label: 'Ver o meu canal', path: linkPaths.channel(slug) },
  }),
  channel_approved: ({ channel }) => ({
    subject: 'O teu canal está publicado',
    lines: [`Revimos o teu canal «${channel}» e já está publicado. A partir de agora podes publicar nele os teus produtos.`],
    button: { label: 'Ver os meus canais', path: linkPaths.channels },
  }),
  channel_rejected: ({ channel, slug, reason }) => ({
    subject: 'O teu canal ainda não está publicado',
    lines: [
      `Revimos o teu canal «${channel}» e não o podemos publicar tal como está.`,
      `Motivo indicado: ${reason}`,
      'Altera o que for preciso e pede de novo: demora no máximo um dia.',
    ],
    button: { label: 'Editar o meu canal', path: linkPaths.channel(slug) },
  }),
  channel_suspended: ({ channel, slug, reason }) => ({
    subject: 'O teu canal foi desativado',
    lines: [
      `A nossa equipa desativou o teu canal «${channel}»: agora só tu o vês, tal como os produtos dele.`,
      `Motivo indicado: ${reason}`,
      'Quem comprou alguma coisa nele mantém o acesso.',
    ],
    button: { label: 'Ver o meu canal', path: linkPaths.channel(slug) },
    notes: ['Se achas que é um engano, responde a esta mensagem.'],
  }),
  channel_banned: ({ channel, reason }) => ({
    subject: 'O teu canal foi bloqueado',
    lines: [
      `A nossa equipa bloqueou o teu canal «${channel}»: já não é público e não pode ser editado.`,
      `Motivo indicado: ${reason}`,
      'Quem comprou alguma coisa nele mantém o acesso.',
    ],
    notes: ['Se achas que é um engano, responde a esta mensagem.'],
  }),
  channel_reinstated: ({ channel, slug }) => ({
    subject: 'Podes voltar a editar o teu canal',
    lines: [`A nossa equipa devolveu-te o canal «${channel}». Agora é um rascunho: pede a publicação quando estiver pronto.`],
    button: { label: 'Editar o meu canal', path: linkPaths.channel(slug) },
  }),
  event_cancelled: ({ title, slug, at, timezone, note, others, refundBy }, { dateTime }) => ({
    subject: 'Foi cancelado um evento para o qual tens bilhete',
    lines: [
      `«${title}» não se realiza como estava anunciado.`,
      ...(at ? [`Data cancelada: ${dateTime(at, timezone)}`] : []),
      ...others.flatMap(otherDate(timezone, dateTime)),
      ...(note ? [`Mensagem de quem organiza: ${note}`] : []),
      ...(refundBy ? [`Se pagaste o teu bilhete, devolvemos-te o valor o mais tardar a ${dateTime(refundBy, timezone)}.`] : []),
    ],
    button: { label: 'Ver o evento', path: linkPaths.product(slug) },
    notes: ['Se o juntaste ao teu calendário, atualiza-o na página do evento.'],
  }),
  event_rescheduled: ({ title, slug, at, newAt, timezone, note, others }, { dateTime }) => ({
    subject: 'Muda a data de um evento para o qual tens bilhete',
    lines: [
      `«${title}» muda de data. O teu bilhete vale para a nova.`,
      ...(at ? [`Data anterior: ${dateTime(at, timezone)}`] : []),
      ...(newAt ? [`Data nova: ${dateTime(newAt, timezone)}`] : []),
      ...others.flatMap(otherDate(timezone, dateTime)),
      ...(note ? [`Mensagem de quem organiza: ${note}`] : []),
    ],
    button: { label: 'Ver o evento', path: linkPaths.product(slug) },
    notes: ['Se o juntaste ao teu calendário, atualiza-o na página do evento.'],
  }),
  ticket: ({ title, slug, at, until, timezone }, { dateTime }) => ({
    subject: 'Já é teu',
    lines: [
      `«${title}» está na tua conta.`,
      ...(at ? [`Começa em ${dateTime(at, timezone)}.`] : []),
      ...(until ? [`Podes ver até ${dateTime(until, timezone)}.`] : []),
    ],
    button: { label: 'Abrir a página', path: linkPaths.product(slug) },
    notes: ['Os teus bilhetes estão em Os meus bilhetes, em qualquer dispositivo em que inicies sessão.'],
  }),
  payout_paid: ({ channel, amountMinor, currency, ending }, { money }) => ({
    subject: 'O teu pagamento está a caminho',
    lines: [
      `Pagámos ${money(amountMinor, currency)} do teu canal «${channel}» para a conta que termina em ${ending}. Chega num dos próximos dias bancários.`,
    ],
    button: { label: 'Ver o extrato', path: linkPaths.payouts },
  }),
  payout_failed: ({ channel, slug, amountMinor, currency, ending }, { money }) => ({
    subject: 'O teu pagamento não chegou',
    lines: [
      `O banco devolveu ${money(amountMinor, currency)} do teu canal «${channel}»: a conta que termina em ${ending} não os aceitou.`,
      'Pagamos o valor com a próxima remessa. Verifica antes a conta nos dados de faturação do teu canal; para uma conta nova pagamos 72 horas depois da mudança.',
    ],
    button: { label: 'Verificar a conta', path: linkPaths.channel(slug) },
  }),
  gift: ({ from, title, code, message }) => ({
    subject: 'Um presente para ti',
    lines: [`${from || 'Alguém'} oferece-te o acesso a «${title}».`, ...(message ? [`Mensagem: ${message}`] : []), `O teu código: ${code}`],
    button: { label: 'Resgatar o presente', path: linkPaths.redeem(code) },
    notes: ['O código vale uma vez, em qualquer conta. Inicia sessão ou regista-te e é teu.'],
    isToStranger: true,
  }),
  refund: ({ title, amountMinor, currency, number, hasEnded }, { money }) => ({
    subject: 'Devolvemos-te o dinheiro',
    lines: [
      `Devolvemos-te ${money(amountMinor, currency)} de «${title}» (encomenda ${number}).`,
      'O dinheiro volta para o cartão ou a conta com que pagaste; a maioria dos bancos mostra-o em dez dias.',
      ...(hasEnded ? ['O acesso terminou.'] : []),
    ],
    button: { label: 'Ver as minhas encomendas', path: linkPaths.orders },
  }),
  refund_decided: ({ title, amountMinor, currency, number, answer }, { money }) => ({
    subject: 'Resposta ao teu pedido de reembolso',
    lines: [
      `Analisámos o teu pedido de reembolso de “${title}” (encomenda ${number}).`,
      ...(amountMinor === null
        ? ['Desta vez não há reembolso.']
        : [`Devolvemos-te ${money(amountMinor, currency)}. Enviamos outro e-mail quando o dinheiro sair.`]),
      ...(answer === null ? [] : [`A nossa resposta: ${answer}`]),
    ],
    button: { label: 'Ver as minhas encomendas', path: linkPaths.orders },
  }),
  stock_offer: ({ title, slug, isFree, until, timezone }, { dateTime }) => ({
    subject: 'Há uma livre: guardámo-la para ti',
    lines: [
      `“${title}” estava esgotado. É a tua vez, e guardamos um lugar ou unidade para ti até ${dateTime(until, timezone)}.`,
      'Depois passa para a pessoa seguinte.',
    ],
    button: isFree ? { label: 'Obter', path: linkPaths.product(slug) } : { label: 'Ir para o pagamento', path: linkPaths.checkout(slug) },
    notes: ['Se já não te interessa, sai da lista de espera na sua página.'],
  }),
  shipment_sent: ({ title, number, carrier, trackingCode }) => ({
    subject: 'A tua encomenda está a caminho',
    lines: [`“${title}” (encomenda ${number}) seguiu com ${carrier}.`, ...(trackingCode ? [`Número de seguimento: ${trackingCode}`] : [])],
    button: { label: 'Seguir a minha encomenda', path: linkPaths.orders },
  }),
  ...followUpWords.pt,
  ...reminderWords.pt,
  ...discussionWords.pt,
  ...certificateMailWords.pt,
  ...paymentWords.pt,
  order: orderWords.pt,
  ...subscriptionWords.pt,
  contact_message: ({ topic, from, email, company, message }) => ({
    subject: 'Mensagem do formulário de contacto',
    lines: [
      {
        organizing: 'Alguém quer organizar eventos e escreveu na página dos organizadores.',
        white_label: 'Alguém pergunta pela marca branca na página dos organizadores.',
      }[topic],
      `Remetente: ${from} <${email}>`,
      ...(company ? [`Organização: ${company}`] : []),
      ...`Mensagem: ${message}`.split(/\n+/),
    ],
    notes: ['Responde a esse endereço: não é o remetente desta mensagem.'],
  }),
  upgrade_approved: () => ({
    subject: 'Já podes organizar eventos',
    lines: ['Aprovámos o teu pedido: a tua conta já é de organizador. Cria o teu primeiro canal para começar.'],
    button: { label: 'Criar o meu canal', path: linkPaths.channels },
  }),
  upgrade_refused: ({ reason }) => ({
    subject: 'O teu pedido para organizar eventos',
    lines: [
      'Revimos o teu pedido e, por agora, não podemos aprová-lo.',
      ...(reason ? [`Motivo indicado: ${reason}`] : []),
      'Podes voltar a pedir quando quiseres.',
    ],
    button: { label: 'Ver a minha conta', path: linkPaths.myData },
  }),
}

const otherDate: OtherDate =
  (timezone, dateTime) =>
  ({ at, newAt }) => {
    if (!at) return []
    return [
      newAt ? `Também muda: de ${dateTime(at, timezone)} para ${dateTime(newAt, timezone)}` : `Também cancelada: ${dateTime(at, timezone)}`,
    ]
  }
