import { linkPaths, type MailWords, type OtherDate } from '../templates.ts'
import { certificateMailWords } from './certificates.ts'
import { discussionWords } from './discussions.ts'
import { followUpWords } from './follow-up.ts'
import { reminderWords } from './reminders.ts'
import { paymentWords } from './payments.ts'
import { orderWords } from './orders.ts'
import { subscriptionWords } from './subscriptions.ts'

export const es: MailWords = {
  common: {
    greeting: (name) => (name === '' ? 'Hola:' : `Hola, ${name}:`),
    linkHint: 'Si el botón no funciona, copia esta dirección en tu navegador:',
    signature: 'El equipo de e-events',
    footer: (origin) => `Recibes este mensaje porque tienes una cuenta en ${origin}.`,
    strangerFooter: (origin) => `Alguien te ha enviado este mensaje desde ${origin}.`,
  },
  activation: ({ token, next }) => ({
    subject: 'Activa tu cuenta de e-events',
    lines: ['Gracias por registrarte. Confirma tu correo para activar tu cuenta.'],
    button: { label: 'Activar mi cuenta', path: linkPaths.activate(token, next) },
    notes: ['El enlace funciona una sola vez, durante 24 horas.', 'Si no has sido tú, no hagas nada: la cuenta no se activará.'],
  }),
  recovery: ({ token }) => ({
    subject: 'Elige una contraseña nueva',
    lines: ['Alguien ha pedido una contraseña nueva para tu cuenta.'],
    button: { label: 'Elegir contraseña', path: linkPaths.reset(token) },
    notes: [
      'El enlace funciona una sola vez, durante una hora. Al usarlo se cierran todas tus sesiones.',
      'Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
  }),
  approval: () => ({
    subject: 'Tu cuenta ha sido aprobada',
    lines: ['Hemos revisado tu registro y tu cuenta está aprobada. Ya puedes entrar.'],
    button: { label: 'Entrar', path: linkPaths.login },
  }),
  rejection: ({ reason }) => ({
    subject: 'Tu cuenta no ha sido aprobada',
    lines: ['Hemos revisado tu registro y de momento no podemos aprobar tu cuenta.', ...(reason ? [`Motivo: ${reason}`] : [])],
    notes: ['Si crees que se trata de un error, responde a este mensaje.'],
  }),
  new_device: ({ device, address, at, timezone }, { dateTime }) => ({
    subject: 'Nuevo dispositivo en tu cuenta',
    lines: [
      'Alguien ha entrado en tu cuenta desde un dispositivo que no conocíamos:',
      `Dispositivo: ${device}`,
      `Dirección de red: ${address}`,
      `Cuándo: ${dateTime(at, timezone)}`,
      'Si has sido tú, no tienes que hacer nada.',
    ],
    button: { label: 'Ver mis dispositivos', path: linkPaths.myData },
    notes: ['Si no has sido tú, cambia tu contraseña cuanto antes: se cerrarán todas las demás sesiones.'],
  }),
  session_reused: ({ device, at, timezone }, { dateTime }) => ({
    subject: 'Puede que alguien haya copiado una sesión tuya',
    lines: [
      `Hemos cerrado la sesión de ${device} el ${dateTime(at, timezone)}: su clave se usó dos veces, como pasa cuando alguien la copia. Vuelve a iniciar sesión en ese dispositivo.`,
      'Si no notaste nada raro, puede deberse a una copia de seguridad restaurada o a un perfil copiado. Ante la duda, elige una contraseña nueva: cierra todas las sesiones.',
    ],
    button: { label: 'Elegir una contraseña nueva', path: linkPaths.recovery },
  }),
  password_guessed: ({ at, timezone }, { dateTime }) => ({
    subject: 'Alguien intenta adivinar tu contraseña',
    lines: [
      `En la última hora ha habido más de cien intentos fallidos de entrar en tu cuenta, desde muchos sitios (${dateTime(at, timezone)}). Nadie ha entrado con ellos.`,
      'Frenamos los intentos desde redes desconocidas; quizá tengas que esperar unos segundos si entras desde un sitio nuevo. Si usas esa contraseña también en otro lugar, elige una distinta aquí y activa el segundo factor en tus datos.',
    ],
    button: { label: 'Elegir una contraseña nueva', path: linkPaths.recovery },
  }),
  password_changed: () => ({
    subject: 'Tu contraseña ha cambiado',
    lines: ['La contraseña de tu cuenta ha cambiado y se han cerrado las demás sesiones.'],
    button: { label: 'No he sido yo', path: linkPaths.recovery },
  }),
  identity_linked: ({ service }) => ({
    subject: 'Otra forma de entrar en tu cuenta',
    lines: [`A partir de ahora también puedes entrar en tu cuenta con ${service}.`],
    button: { label: 'Ver mi cuenta', path: linkPaths.myData },
    notes: ['Si no has sido tú, cambia tu contraseña cuanto antes y quita esa forma de entrar en tus datos.'],
  }),
  password_reset: ({ twoFactorSince, timezone }, { dateTime }) => ({
    subject: 'Tu contraseña ha cambiado',
    lines: [
      'Has elegido una contraseña nueva. Hemos cerrado todas tus sesiones y anulado cualquier cambio de correo pendiente, tus podcasts privados y el acceso con cuentas de otros servicios. Puedes volver a crearlos cuando quieras.',
      ...(twoFactorSince
        ? [
            `La verificación en dos pasos sigue activada desde el ${dateTime(twoFactorSince, timezone)}. Si no la activaste tú, responde a este mensaje.`,
          ]
        : []),
    ],
    button: { label: 'No he sido yo', path: linkPaths.recovery },
  }),
  email_change_old: ({ newEmail, token }) => ({
    subject: 'Confirma el cambio de correo',
    lines: [
      `Se ha pedido que tu cuenta pase a usar la dirección ${newEmail}.`,
      'El cambio se hace cuando lo confirmas desde las dos direcciones: esta y la nueva.',
    ],
    button: { label: 'Confirmar el cambio', path: linkPaths.confirmEmail(token) },
    notes: [
      'El enlace funciona una sola vez, durante 24 horas.',
      'Si no has sido tú, no lo confirmes y cambia tu contraseña: alguien la conoce.',
    ],
  }),
  email_change_new: ({ token }) => ({
    subject: 'Confirma tu nuevo correo',
    lines: [
      'Se ha pedido que una cuenta de e-events pase a usar esta dirección.',
      'El cambio se hace cuando se confirma desde las dos direcciones: la anterior y esta.',
    ],
    button: { label: 'Confirmar este correo', path: linkPaths.confirmEmail(token) },
    notes: ['El enlace funciona una sola vez, durante 24 horas.', 'Si no has sido tú, no hagas nada: nada cambiará.'],
  }),
  email_changed: ({ newEmail }) => ({
    subject: 'El correo de tu cuenta ha cambiado',
    lines: [`A partir de ahora entras en tu cuenta con ${newEmail}.`],
    notes: ['Si no has sido tú, responde a este mensaje.'],
  }),
  administrator_made: ({ account, by }) => ({
    subject: 'Hay un nuevo administrador',
    lines: [`${by} ha hecho administrador a ${account}.`],
    notes: ['Si nadie del equipo lo quería, bloquea la cuenta enseguida y haz cambiar la contraseña de quien lo hizo.'],
  }),
  payout_account_changed: ({ channel, slug, ending }) => ({
    subject: 'La cuenta bancaria de tu canal ha cambiado',
    lines: [ending === null ? `${channel} ya no tiene cuenta bancaria.` : `La cuenta bancaria de ${channel} termina ahora en ${ending}.`],
    notes: ['Si no has sido tú, cambia tu contraseña enseguida y responde a este mensaje.'],
    button: { label: 'Ver el canal', path: linkPaths.channel(slug) },
  }),
  two_factor_on: () => ({
    subject: 'Verificación en dos pasos activada',
    lines: [
      'Desde ahora tu cuenta pide un código de tu aplicación de autenticación al entrar.',
      'Guarda bien tus códigos de recuperación.',
    ],
    button: { label: 'Ver mi cuenta', path: linkPaths.myData },
  }),
  two_factor_off: () => ({
    subject: 'Verificación en dos pasos desactivada',
    lines: ['Tu cuenta ya no pide un código al entrar: basta con la contraseña.'],
    button: { label: 'No he sido yo', path: linkPaths.recovery },
  }),
  deletion_requested: ({ at, timezone }, { dateTime }) => ({
    subject: 'Tu cuenta se va a eliminar',
    lines: [
      `Has pedido eliminar tu cuenta. La eliminaremos el ${dateTime(at, timezone)}.`,
      'Hasta entonces puedes entrar y cambiar de idea. Después no se puede recuperar; las facturas se conservan sin tu nombre el tiempo que exige la ley.',
    ],
    button: { label: 'Conservar mi cuenta', path: linkPaths.myData },
  }),
  deletion_cancelled: () => ({
    subject: 'Tu cuenta se queda',
    lines: ['Has cancelado la eliminación de tu cuenta. Todo sigue como estaba.'],
  }),
  deletion_done: () => ({
    subject: 'Tu cuenta se ha eliminado',
    lines: [
      'Hemos eliminado tu cuenta y tus datos personales. Las facturas se conservan sin tu nombre el tiempo que exige la ley.',
      'Gracias por haber estado con nosotros.',
    ],
  }),
  channel_received: ({ channel, slug, hours }) => ({
    subject: 'Estamos revisando tu canal',
    lines: [
      `Hemos recibido tu solicitud para publicar el canal «${channel}».`,
      `Nuestro equipo lo revisa en un plazo de ${hours} horas. Te avisaremos en cualquier caso; hasta entonces solo tú ves el canal.`,
    ],
    button: { label: 'Ver mi canal', path: linkPaths.channel(slug) },
  }),
  channel_approved: ({ channel }) => ({
    subject: 'Tu canal está publicado',
    lines: [`Hemos revisado tu canal «${channel}» y ya está publicado. Desde ahora puedes publicar tus productos en él.`],
    button: { label: 'Ver mis canales', path: linkPaths.channels },
  }),
  channel_rejected: ({ channel, slug, reason }) => ({
    subject: 'Tu canal aún no está publicado',
    lines: [
      `Hemos revisado tu canal «${channel}» y no podemos publicarlo tal como está.`,
      `Motivo: ${reason}`,
      'Cambia lo que haga falta y vuelve a solicitarlo: tarda como mucho un día.',
    ],
    button: { label: 'Editar mi canal', path: linkPaths.channel(slug) },
  }),
  channel_suspended: ({ channel, slug, reason }) => ({
    subject: 'Tu canal se ha desactivado',
    lines: [
      `Nuestro equipo ha desactivado tu canal «${channel}»: ahora solo tú lo ves, igual que sus productos.`,
      `Motivo: ${reason}`,
      'Quien haya comprado algo en él conserva el acceso.',
    ],
    button: { label: 'Ver mi canal', path: linkPaths.channel(slug) },
    notes: ['Si crees que es un error, responde a este mensaje.'],
  }),
  channel_banned: ({ channel, reason }) => ({
    subject: 'Tu canal ha sido bloqueado',
    lines: [
      `Nuestro equipo ha bloqueado tu canal «${channel}»: ya no es público y no se puede editar.`,
      `Motivo: ${reason}`,
      'Quien haya comprado algo en él conserva el acceso.',
    ],
    notes: ['Si crees que es un error, responde a este mensaje.'],
  }),
  channel_reinstated: ({ channel, slug }) => ({
    subject: 'Puedes volver a editar tu canal',
    lines: [`Nuestro equipo te ha devuelto el canal «${channel}». Ahora es un borrador: solicita su publicación cuando esté listo.`],
    button: { label: 'Editar mi canal', path: linkPaths.channel(slug) },
  }),
  event_cancelled: ({ title, slug, at, timezone, note, others, refundBy }, { dateTime }) => ({
    subject: 'Se cancela un evento para el que tienes entrada',
    lines: [
      `«${title}» no se celebrará como estaba anunciado.`,
      ...(at ? [`Fecha cancelada: ${dateTime(at, timezone)}`] : []),
      ...others.flatMap(otherDate(timezone, dateTime)),
      ...(note ? [`Mensaje de quien lo organiza: ${note}`] : []),
      ...(refundBy ? [`Si pagaste tu entrada, te devolveremos el importe como muy tarde el ${dateTime(refundBy, timezone)}.`] : []),
    ],
    button: { label: 'Ver el evento', path: linkPaths.product(slug) },
    notes: ['Si lo añadiste a tu calendario, actualízalo desde la página del evento.'],
  }),
  event_rescheduled: ({ title, slug, at, newAt, timezone, note, others }, { dateTime }) => ({
    subject: 'Cambia la fecha de un evento para el que tienes entrada',
    lines: [
      `«${title}» cambia de fecha. Tu entrada vale para la nueva.`,
      ...(at ? [`Fecha anterior: ${dateTime(at, timezone)}`] : []),
      ...(newAt ? [`Fecha nueva: ${dateTime(newAt, timezone)}`] : []),
      ...others.flatMap(otherDate(timezone, dateTime)),
      ...(note ? [`Mensaje de quien lo organiza: ${note}`] : []),
    ],
    button: { label: 'Ver el evento', path: linkPaths.product(slug) },
    notes: ['Si lo añadiste a tu calendario, actualízalo desde la página del evento.'],
  }),
  ticket: ({ title, slug, at, until, timezone }, { dateTime }) => ({
    subject: 'Ya es tuyo',
    lines: [
      `«${title}» está en tu cuenta.`,
      ...(at ? [`Empieza el ${dateTime(at, timezone)}.`] : []),
      ...(until ? [`Puedes verlo hasta el ${dateTime(until, timezone)}.`] : []),
    ],
    button: { label: 'Abrir su página', path: linkPaths.product(slug) },
    notes: ['Tus entradas están en Mis entradas, en cualquier dispositivo en el que inicies sesión.'],
  }),
  payout_paid: ({ channel, amountMinor, currency, ending }, { money }) => ({
    subject: 'Tu pago está en camino',
    lines: [
      `Hemos pagado ${money(amountMinor, currency)} de tu canal «${channel}» a la cuenta que termina en ${ending}. Llega uno de los próximos días bancarios.`,
    ],
    button: { label: 'Ver la liquidación', path: linkPaths.payouts },
  }),
  payout_failed: ({ channel, slug, amountMinor, currency, ending }, { money }) => ({
    subject: 'Tu pago no ha llegado',
    lines: [
      `El banco ha devuelto ${money(amountMinor, currency)} de tu canal «${channel}»: la cuenta que termina en ${ending} no los ha aceptado.`,
      'Pagaremos el importe con la próxima remesa. Revisa antes la cuenta en los datos de facturación de tu canal; a una cuenta nueva pagamos cuando pasan 72 horas desde el cambio.',
    ],
    button: { label: 'Revisar la cuenta', path: linkPaths.channel(slug) },
  }),
  gift: ({ from, title, code, message }) => ({
    subject: 'Un regalo para ti',
    lines: [`${from || 'Alguien'} te regala el acceso a «${title}».`, ...(message ? [`Mensaje: ${message}`] : []), `Tu código: ${code}`],
    button: { label: 'Canjear el regalo', path: linkPaths.redeem(code) },
    notes: ['El código vale una vez, en cualquier cuenta. Inicia sesión o regístrate y es tuyo.'],
    isToStranger: true,
  }),
  refund: ({ title, amountMinor, currency, number, hasEnded }, { money }) => ({
    subject: 'Te hemos devuelto el dinero',
    lines: [
      `Te hemos devuelto ${money(amountMinor, currency)} de «${title}» (pedido ${number}).`,
      'El dinero vuelve a la tarjeta o cuenta con la que pagaste; la mayoría de los bancos lo muestran en diez días.',
      ...(hasEnded ? ['El acceso ha terminado.'] : []),
    ],
    button: { label: 'Ver mis pedidos', path: linkPaths.orders },
  }),
  refund_decided: ({ title, amountMinor, currency, number, answer }, { money }) => ({
    subject: 'Respuesta a tu solicitud de reembolso',
    lines: [
      `Hemos revisado tu solicitud de reembolso de «${title}» (pedido ${number}).`,
      ...(amountMinor === null
        ? ['Esta vez no hay reembolso.']
        : [`Te devolvemos ${money(amountMinor, currency)}. Te enviaremos otro correo cuando salga el dinero.`]),
      ...(answer === null ? [] : [`Nuestra respuesta: ${answer}`]),
    ],
    button: { label: 'Ver mis pedidos', path: linkPaths.orders },
  }),
  stock_offer: ({ title, slug, isFree, until, timezone }, { dateTime }) => ({
    subject: 'Ha quedado una libre: te la guardamos',
    lines: [
      `«${title}» estaba agotado. Te toca a ti, y te guardamos una plaza o unidad hasta el ${dateTime(until, timezone)}.`,
      'Después pasará a la siguiente persona en espera.',
    ],
    button: isFree ? { label: 'Conseguirla', path: linkPaths.product(slug) } : { label: 'Ir al pago', path: linkPaths.checkout(slug) },
    notes: ['Si ya no te interesa, sal de la lista de espera en su página.'],
  }),
  shipment_sent: ({ title, number, carrier, trackingCode }) => ({
    subject: 'Tu pedido está en camino',
    lines: [`«${title}» (pedido ${number}) ha salido con ${carrier}.`, ...(trackingCode ? [`Número de seguimiento: ${trackingCode}`] : [])],
    button: { label: 'Seguir mi pedido', path: linkPaths.orders },
  }),
  ...followUpWords.es,
  ...reminderWords.es,
  ...discussionWords.es,
  ...certificateMailWords.es,
  ...paymentWords.es,
  order: orderWords.es,
  ...subscriptionWords.es,
  contact_message: ({ topic, from, email, company, message }) => ({
    subject: 'Mensaje del formulario de contacto',
    lines: [
      {
        organizing: 'Alguien quiere organizar eventos y ha escrito en la página de organizadores.',
        white_label: 'Alguien pregunta por la marca blanca en la página de organizadores.',
      }[topic],
      `De: ${from} <${email}>`,
      ...(company ? [`Empresa: ${company}`] : []),
      ...`Mensaje: ${message}`.split(/\n+/),
    ],
    notes: ['Contesta directamente a esa dirección: este mensaje no la lleva como remitente.'],
  }),
  upgrade_approved: () => ({
    subject: 'Ya puedes organizar eventos',
    lines: ['Hemos aprobado tu solicitud: tu cuenta ya es de organizador. Crea tu primer canal para empezar.'],
    button: { label: 'Crear mi canal', path: linkPaths.channels },
  }),
  upgrade_refused: ({ reason }) => ({
    subject: 'Tu solicitud para organizar eventos',
    lines: [
      'Hemos revisado tu solicitud y de momento no podemos aprobarla.',
      ...(reason ? [`Motivo: ${reason}`] : []),
      'Puedes volver a pedirlo cuando quieras.',
    ],
    button: { label: 'Ver mi cuenta', path: linkPaths.myData },
  }),
}

const otherDate: OtherDate =
  (timezone, dateTime) =>
  ({ at, newAt }) => {
    if (!at) return []
    return [
      newAt
        ? `También cambia: del ${dateTime(at, timezone)} al ${dateTime(newAt, timezone)}`
        : `También se cancela: ${dateTime(at, timezone)}`,
    ]
  }
