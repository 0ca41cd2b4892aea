import { linkPaths, type MailWords, type OtherDate } from '../templates.ts'
import { certificateMailWords } from './certificates.ts'
import { discussionWords } from './discussions.ts'
import { followUpWords } from './follow-up.ts'
import { reminderWords } from './reminders.ts'
import { paymentWords } from './payments.ts'
import { orderWords } from './orders.ts'
import { subscriptionWords } from './subscriptions.ts'

export const en: MailWords = {
  common: {
    greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
    linkHint: 'If the button does not work, copy this address into your browser:',
    signature: 'The e-events team',
    footer: (origin) => `You receive this message because you have an account at ${origin}.`,
    strangerFooter: (origin) => `Somebody sent you this message by ${origin}.`,
  },
  activation: ({ token, next }) => ({
    subject: 'Activate your e-events account',
    lines: ['Thank you for signing up. Confirm your e-mail to activate your account.'],
    button: { label: 'Activate my account', path: linkPaths.activate(token, next) },
    notes: ['The link works once, for 24 hours.', 'If it was not you, do nothing: the account will not be activated.'],
  }),
  recovery: ({ token }) => ({
    subject: 'Choose a new password',
    lines: ['Somebody asked for a new password for your account.'],
    button: { label: 'Choose a password', path: linkPaths.reset(token) },
    notes: [
      'The link works once, for an hour. Using it signs you out everywhere.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  approval: () => ({
    subject: 'Your account has been approved',
    lines: ['We have looked at your registration and your account is approved. You can log in now.'],
    button: { label: 'Log in', path: linkPaths.login },
  }),
  rejection: ({ reason }) => ({
    subject: 'Your account has not been approved',
    lines: ['We have looked at your registration and cannot approve your account for now.', ...(reason ? [`Reason: ${reason}`] : [])],
    notes: ['If you think this is a mistake, answer this message.'],
  }),
  new_device: ({ device, address, at, timezone }, { dateTime }) => ({
    subject: 'New device on your account',
    lines: [
      'Somebody logged in to your account from a device that we did not know:',
      `Device: ${device}`,
      `Network address: ${address}`,
      `When: ${dateTime(at, timezone)}`,
      'If it was you, there is nothing to do.',
    ],
    button: { label: 'See my devices', path: linkPaths.myData },
    notes: ['If it was not you, change your password at once: every other session ends then.'],
  }),
  session_reused: ({ device, at, timezone }, { dateTime }) => ({
    subject: 'Somebody may have copied a session of yours',
    lines: [
      `We have ended the session of ${device} on ${dateTime(at, timezone)}: its key was used twice, as happens when it is copied. Log in again on that device.`,
      'If you did not notice anything unusual there, a restored backup or a copied profile can be the reason. If in doubt, choose a new password: it ends every session.',
    ],
    button: { label: 'Choose a new password', path: linkPaths.recovery },
  }),
  password_guessed: ({ at, timezone }, { dateTime }) => ({
    subject: 'Somebody is trying to guess your password',
    lines: [
      `In the last hour there were more than a hundred failed attempts to log in to your account, from many places (${dateTime(at, timezone)}). None of them got in.`,
      'We slow attempts from unknown networks down; from a new place you may have to wait some seconds. If you use that password elsewhere too, choose another one here and turn the second factor on in your data.',
    ],
    button: { label: 'Choose a new password', path: linkPaths.recovery },
  }),
  password_changed: () => ({
    subject: 'Your password has changed',
    lines: ['The password of your account has changed, and every other session has ended.'],
    button: { label: 'It was not me', path: linkPaths.recovery },
  }),
  identity_linked: ({ service }) => ({
    subject: 'Another way into your account',
    lines: [`From now on you can log in to your account with ${service} too.`],
    button: { label: 'See my account', path: linkPaths.myData },
    notes: ['If it was not you, change your password at once and remove that way in from your data.'],
  }),
  password_reset: ({ twoFactorSince, timezone }, { dateTime }) => ({
    subject: 'Your password has changed',
    lines: [
      'You have chosen a new password. We have ended all your sessions, any pending change of e-mail, your private podcast feeds and log-in with accounts of other services. You can set them up again whenever you like.',
      ...(twoFactorSince
        ? [
            `Two-step verification is still on, since ${dateTime(twoFactorSince, timezone)}. If it was not you who turned it on, reply to this message.`,
          ]
        : []),
    ],
    button: { label: 'It was not me', path: linkPaths.recovery },
  }),
  email_change_old: ({ newEmail, token }) => ({
    subject: 'Confirm the change of e-mail',
    lines: [
      `Your account shall use the address ${newEmail} from now on.`,
      'The change is made when you confirm it at both addresses: this one and the new one.',
    ],
    button: { label: 'Confirm the change', path: linkPaths.confirmEmail(token) },
    notes: ['The link works once, for 24 hours.', 'If it was not you, do not confirm, and change your password: somebody knows it.'],
  }),
  email_change_new: ({ token }) => ({
    subject: 'Confirm your new e-mail',
    lines: [
      'An e-events account shall use this address from now on.',
      'The change is made when it is confirmed at both addresses: the old one and this one.',
    ],
    button: { label: 'Confirm this e-mail', path: linkPaths.confirmEmail(token) },
    notes: ['The link works once, for 24 hours.', 'If it was not you, do nothing: nothing will change.'],
  }),
  email_changed: ({ newEmail }) => ({
    subject: 'The e-mail of your account has changed',
    lines: [`From now on you log in to your account with ${newEmail}.`],
    notes: ['If it was not you, answer this message.'],
  }),
  administrator_made: ({ account, by }) => ({
    subject: 'A new administrator',
    lines: [`${by} has made ${account} an administrator.`],
    notes: ['If nobody of you meant this, block the account at once and change the password of whoever did it.'],
  }),
  payout_account_changed: ({ channel, slug, ending }) => ({
    subject: 'The bank account of your channel has changed',
    lines: [ending === null ? `${channel} has no bank account any more.` : `The bank account of ${channel} now ends in ${ending}.`],
    notes: ['If it was not you, change your password at once and answer this message.'],
    button: { label: 'See the channel', path: linkPaths.channel(slug) },
  }),
  two_factor_on: () => ({
    subject: 'Two-step verification is on',
    lines: ['From now on your account asks for a code of your authenticator app at log-in.', 'Keep your recovery codes in a safe place.'],
    button: { label: 'See my account', path: linkPaths.myData },
  }),
  two_factor_off: () => ({
    subject: 'Two-step verification is off',
    lines: ['Your account no longer asks for a code at log-in: the password is enough.'],
    button: { label: 'It was not me', path: linkPaths.recovery },
  }),
  deletion_requested: ({ at, timezone }, { dateTime }) => ({
    subject: 'Your account will be deleted',
    lines: [
      `You asked us to delete your account. We will delete it on ${dateTime(at, timezone)}.`,
      'Until then you can log in and change your mind. Afterwards it cannot be brought back; invoices are kept without your name for as long as the law demands.',
    ],
    button: { label: 'Keep my account', path: linkPaths.myData },
  }),
  deletion_cancelled: () => ({
    subject: 'Your account stays',
    lines: ['You have cancelled the deletion of your account. Everything is as it was.'],
  }),
  deletion_done: () => ({
    subject: 'Your account has been deleted',
    lines: [
      'We have deleted your account and your personal data. Invoices are kept without your name for as long as the law demands.',
      'Thank you for having been with us.',
    ],
  }),
  channel_received: ({ channel, slug, hours }) => ({
    subject: 'We are looking at your channel',
    lines: [
      `We have received your request to publish the channel “${channel}”.`,
      `Our team looks at it within ${hours} hours. You will hear from us either way; until then only you see the channel.`,
    ],
    button: { label: 'See my channel', path: linkPaths.channel(slug) },
  }),
  channel_approved: ({ channel }) => ({
    subject: 'Your channel is published',
    lines: [`We have looked at your channel “${channel}” and it is published now. You can publish your products in it.`],
    button: { label: 'See my channels', path: linkPaths.channels },
  }),
  channel_rejected: ({ channel, slug, reason }) => ({
    subject: 'Your channel is not published yet',
    lines: [
      `We have looked at your channel “${channel}” and cannot publish it as it is.`,
      `Reason: ${reason}`,
      'Change what is needed and ask again: it takes up to a day.',
    ],
    button: { label: 'Edit my channel', path: linkPaths.channel(slug) },
  }),
  channel_suspended: ({ channel, slug, reason }) => ({
    subject: 'Your channel has been deactivated',
    lines: [
      `Our team has deactivated your channel “${channel}”: nobody but you sees it or its products now.`,
      `Reason: ${reason}`,
      'Whoever bought something in it keeps access.',
    ],
    button: { label: 'See my channel', path: linkPaths.channel(slug) },
    notes: ['If you think this is a mistake, answer this message.'],
  }),
  channel_banned: ({ channel, reason }) => ({
    subject: 'Your channel has been banned',
    lines: [
      `Our team has banned your channel “${channel}”: it is not public any more and cannot be edited.`,
      `Reason: ${reason}`,
      'Whoever bought something in it keeps access.',
    ],
    notes: ['If you think this is a mistake, answer this message.'],
  }),
  channel_reinstated: ({ channel, slug }) => ({
    subject: 'Your channel is yours to edit again',
    lines: [`Our team has given your channel “${channel}” back to you. It is a draft now: ask for publication when it is ready.`],
    button: { label: 'Edit my channel', path: linkPaths.channel(slug) },
  }),
  event_cancelled: ({ title, slug, at, timezone, note, others, refundBy }, { dateTime }) => ({
    subject: 'An event that you have a ticket for is cancelled',
    lines: [
      `“${title}” will not take place as announced.`,
      ...(at ? [`Cancelled date: ${dateTime(at, timezone)}`] : []),
      ...others.flatMap(otherDate(timezone, dateTime)),
      ...(note ? [`Message from the organizer: ${note}`] : []),
      ...(refundBy ? [`If you paid for your ticket, we give the money back by ${dateTime(refundBy, timezone)} at the latest.`] : []),
    ],
    button: { label: 'See the event', path: linkPaths.product(slug) },
    notes: ['If you added it to your calendar, update it from the page of the event.'],
  }),
  event_rescheduled: ({ title, slug, at, newAt, timezone, note, others }, { dateTime }) => ({
    subject: 'An event that you have a ticket for has a new date',
    lines: [
      `“${title}” moves to another date. Your ticket is good for the new one.`,
      ...(at ? [`Former date: ${dateTime(at, timezone)}`] : []),
      ...(newAt ? [`New date: ${dateTime(newAt, timezone)}`] : []),
      ...others.flatMap(otherDate(timezone, dateTime)),
      ...(note ? [`Message from the organizer: ${note}`] : []),
    ],
    button: { label: 'See the event', path: linkPaths.product(slug) },
    notes: ['If you added it to your calendar, update it from the page of the event.'],
  }),
  ticket: ({ title, slug, at, until, timezone }, { dateTime }) => ({
    subject: 'It is yours',
    lines: [
      `“${title}” is in your account.`,
      ...(at ? [`It begins on ${dateTime(at, timezone)}.`] : []),
      ...(until ? [`You can watch it until ${dateTime(until, timezone)}.`] : []),
    ],
    button: { label: 'Open its page', path: linkPaths.product(slug) },
    notes: ['Your tickets are in My tickets, on every device where you log in.'],
  }),
  payout_paid: ({ channel, amountMinor, currency, ending }, { money }) => ({
    subject: 'Your payout is on its way',
    lines: [
      `We have paid ${money(amountMinor, currency)} of your channel “${channel}” to the account that ends in ${ending}. It arrives on one of the next bank days.`,
    ],
    button: { label: 'See the statement', path: linkPaths.payouts },
  }),
  payout_failed: ({ channel, slug, amountMinor, currency, ending }, { money }) => ({
    subject: 'Your payout did not arrive',
    lines: [
      `The bank gave ${money(amountMinor, currency)} of your channel “${channel}” back: the account that ends in ${ending} did not take it.`,
      'We pay the amount with the next run. Check the account in the billing data of your channel before; a new account is paid to from 72 hours after the change.',
    ],
    button: { label: 'Check the account', path: linkPaths.channel(slug) },
  }),
  gift: ({ from, title, code, message }) => ({
    subject: 'A gift for you',
    lines: [`${from || 'Somebody'} gives you access to “${title}”.`, ...(message ? [`Message: ${message}`] : []), `Your code: ${code}`],
    button: { label: 'Redeem the gift', path: linkPaths.redeem(code) },
    notes: ['The code works once, in any account. Log in or sign up, and it is yours.'],
    isToStranger: true,
  }),
  refund: ({ title, amountMinor, currency, number, hasEnded }, { money }) => ({
    subject: 'We have given your money back',
    lines: [
      `We have given ${money(amountMinor, currency)} back to you for “${title}” (order ${number}).`,
      'The money is on its way to the card or account that you paid with; most banks show it within ten days.',
      ...(hasEnded ? ['Access to it has ended.'] : []),
    ],
    button: { label: 'See my orders', path: linkPaths.orders },
  }),
  refund_decided: ({ title, amountMinor, currency, number, answer }, { money }) => ({
    subject: 'Answer to your request for a refund',
    lines: [
      `We looked at your request for a refund of “${title}” (order ${number}).`,
      ...(amountMinor === null
        ? ['There is no refund this time.']
        : [`You get ${money(amountMinor, currency)} back. We send you another mail when the money has left.`]),
      ...(answer === null ? [] : [`Our answer: ${answer}`]),
    ],
    button: { label: 'See my orders', path: linkPaths.orders },
  }),
  stock_offer: ({ title, slug, isFree, until, timezone }, { dateTime }) => ({
    subject: 'One is free: we hold it for you',
    lines: [
      `“${title}” was sold out. You are the first in line, and one is held for you until ${dateTime(until, timezone)}.`,
      'After that it goes to the next one who waits.',
    ],
    button: isFree ? { label: 'Get it', path: linkPaths.product(slug) } : { label: 'Go to the checkout', path: linkPaths.checkout(slug) },
    notes: ['If you do not want it any more, leave the waiting list on its page.'],
  }),
  shipment_sent: ({ title, number, carrier, trackingCode }) => ({
    subject: 'Your order is on its way',
    lines: [`“${title}” (order ${number}) has been sent with ${carrier}.`, ...(trackingCode ? [`Tracking number: ${trackingCode}`] : [])],
    button: { label: 'Follow my order', path: linkPaths.orders },
  }),
  ...followUpWords.en,
  ...reminderWords.en,
  ...discussionWords.en,
  ...certificateMailWords.en,
  ...paymentWords.en,
  order: orderWords.en,
  ...subscriptionWords.en,
  contact_message: ({ topic, from, email, company, message }) => ({
    subject: 'Message from the contact form',
    lines: [
      {
        organizing: 'Somebody wants to organize events and wrote on the page for organizers.',
        white_label: 'Somebody asks about white label on the page for organizers.',
      }[topic],
      `From: ${from} <${email}>`,
      ...(company ? [`Company: ${company}`] : []),
      ...`Message: ${message}`.split(/\n+/),
    ],
    notes: ['Answer to that address: it is not the sender of this message.'],
  }),
  upgrade_approved: () => ({
    subject: 'You can organize events now',
    lines: ['We have approved your request: yours is an organizer account now. Create your first channel to begin.'],
    button: { label: 'Create my channel', path: linkPaths.channels },
  }),
  upgrade_refused: ({ reason }) => ({
    subject: 'Your request to organize events',
    lines: [
      'We have looked at your request and cannot approve it for now.',
      ...(reason ? [`Reason: ${reason}`] : []),
      'You may ask again whenever you like.',
    ],
    button: { label: 'See my account', path: linkPaths.myData },
  }),
}

const otherDate: OtherDate =
  (timezone, dateTime) =>
  ({ at, newAt }) => {
    if (!at) return []
    return [
      newAt ? `Also moved: from ${dateTime(at, timezone)} to ${dateTime(newAt, timezone)}` : `Also cancelled: ${dateTime(at, timezone)}`,
    ]
  }
