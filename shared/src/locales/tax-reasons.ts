import type { Language } from '../domain/language.ts'
import type { TaxReason } from '../domain/tax.ts'

/**
 * Why a line bears its rate, as invoices, the checkout and the tables of sales say it. `{{place}}` is the name of the
 * place of taxation.
 */
export const taxReasonWords: Record<Language, Record<TaxReason, string>> = {
  es: {
    seller_country: 'IVA de {{place}}, el país del vendedor',
    seller_unknown: 'IVA del precio: quien vende no ha indicado su país',
    event_at_organizer: 'IVA de {{place}}: evento en directo anterior a 2025, en el país del organizador',
    event_at_viewer: 'IVA de {{place}}: evento en directo, en el país del espectador',
    electronic_service: 'IVA de {{place}}: servicio prestado por vía electrónica, en el país del cliente',
    distance_sale: 'IVA de {{place}}: venta a distancia, en el país de entrega',
    reverse_charge: 'Inversión del sujeto pasivo: el cliente declara el IVA (artículo 196 de la Directiva 2006/112/CE)',
    business_abroad: 'Sin IVA: servicio a una empresa establecida fuera de la UE ({{place}}), que declara el impuesto en su país',
    intra_community_supply: 'Entrega intracomunitaria exenta de IVA (artículo 138 de la Directiva 2006/112/CE)',
    export: 'Exportación exenta de IVA, con entrega en {{place}}',
    import: 'Sin IVA del vendedor: importación, el impuesto se paga al recibir el envío en {{place}}',
    outside_area: 'Sin IVA: el cliente está fuera del territorio de aplicación ({{place}})',
  },
  en: {
    seller_country: 'VAT of {{place}}, the seller’s country',
    seller_unknown: 'VAT of the price: the seller has named no country',
    event_at_organizer: 'VAT of {{place}}: live event before 2025, taxed in the organizer’s country',
    event_at_viewer: 'VAT of {{place}}: live event, taxed in the viewer’s country',
    electronic_service: 'VAT of {{place}}: electronically supplied service, taxed in the buyer’s country',
    distance_sale: 'VAT of {{place}}: distance sale, taxed where it is delivered',
    reverse_charge: 'Reverse charge: the buyer accounts for VAT (Article 196 of Directive 2006/112/EC)',
    business_abroad: 'No VAT: service for a business outside the EU ({{place}}), which accounts for tax in its country',
    intra_community_supply: 'VAT-exempt intra-Community supply (Article 138 of Directive 2006/112/EC)',
    export: 'VAT-exempt export, delivered in {{place}}',
    import: 'No VAT of the seller: import, tax is paid when the parcel arrives in {{place}}',
    outside_area: 'No VAT: the buyer is outside of its area ({{place}})',
  },
  pt: {
    seller_country: 'IVA de {{place}}, o país do vendedor',
    seller_unknown: 'IVA do preço: quem vende não indicou o seu país',
    event_at_organizer: 'IVA de {{place}}: evento em direto anterior a 2025, no país do organizador',
    event_at_viewer: 'IVA de {{place}}: evento em direto, no país do espectador',
    electronic_service: 'IVA de {{place}}: serviço prestado por via eletrónica, no país do cliente',
    distance_sale: 'IVA de {{place}}: venda à distância, no país de entrega',
    reverse_charge: 'IVA – autoliquidação: o cliente declara o IVA (artigo 196.º da Diretiva 2006/112/CE)',
    business_abroad: 'Sem IVA: serviço a uma empresa fora da UE ({{place}}), que declara o imposto no seu país',
    intra_community_supply: 'Transmissão intracomunitária isenta de IVA (artigo 138.º da Diretiva 2006/112/CE)',
    export: 'Exportação isenta de IVA, com entrega em {{place}}',
    import: 'Sem IVA do vendedor: importação, o imposto é pago à chegada da encomenda a {{place}}',
    outside_area: 'Sem IVA: o cliente está fora do território de aplicação ({{place}})',
  },
}

/** @param placeName of the place of taxation, in the same language; undefined where none is known */
export function taxReasonText(reason: TaxReason, language: Language, placeName: string | undefined): string {
  return taxReasonWords[language][reason].replace('{{place}}', placeName ?? '–')
}
