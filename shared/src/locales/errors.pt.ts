import type { ErrorCode } from '../errors.ts'

export const errors: Record<ErrorCode, string> = {
  // platform
  BAD_REQUEST: 'Não foi possível ler o pedido.',
  VALIDATION_FAILED: 'Revê os dados assinalados.',
  UNAUTHENTICATED: 'A tua sessão terminou. Inicia sessão de novo.',
  FORBIDDEN_ROLE: 'A tua conta não pode entrar aqui.',
  NOT_FOUND: 'Não encontrámos isso.',
  METHOD_NOT_ALLOWED: 'Este endereço não permite essa operação.',
  STATE_CONFLICT: 'Isso não é possível no estado atual.',
  EDIT_CONFLICT: 'Outra pessoa alterou isto entretanto. Carrega de novo antes de guardar.',
  SLUG_TAKEN: 'O endereço escolhido já existe.',
  PAYLOAD_TOO_LARGE: 'O conteúdo é demasiado grande.',
  UNSUPPORTED_MEDIA_TYPE: 'Este tipo de conteúdo não é suportado.',
  RATE_LIMITED: 'Demasiadas tentativas. Aguarda um momento.',
  INTERNAL: 'Algo falhou do nosso lado.',
  UNAVAILABLE: 'O serviço não está disponível agora. Tenta de novo dentro de segundos.',

  // people
  INVALID_LOGIN: 'Os dados de acesso estão incorretos ou as tuas credenciais ainda não foram aprovadas.',
  TWO_FACTOR_REQUIRED: 'Introduz o código da tua aplicação de autenticação.',
  TWO_FACTOR_WRONG: 'Esse código não está certo ou já foi usado.',
  TWO_FACTOR_STATE: 'O segundo fator não está no estado necessário.',
  STEP_UP_REQUIRED: 'Confirma com a tua palavra-passe que és tu e tenta de novo.',
  PASSWORD_WRONG: 'Erro ao atualizar a palavra-passe: a palavra-passe atual não está certa.',
  LINK_INVALID: 'Esta ligação já não é válida. Pede uma nova.',
  EMAIL_DOMAIN_REFUSED: 'Não são aceites contas com este domínio de e-mail.',
  EMAIL_TAKEN: 'O e-mail introduzido já está registado',
  USER_STATE: 'Não é possível no estado atual desta conta.',
  UPGRADE_STATE: 'Não há nenhum pedido em aberto, ou já existe um.',
  LAST_ADMIN: 'O site precisa de um administrador: não podes fazer isto contigo nem com o último.',

  // settings
  MODULE_INACTIVE: 'Este módulo está desligado.',
  PAID_CONTENT_OFF: 'Este site não vende por agora: um produto não pode ter preço.',
  SUBSCRIPTIONS_OFF: 'Este site não oferece subscrições de canais.',
  COUPONS_OFF: 'Este site não aceita cupões nem códigos por agora.',

  // media
  IMAGE_FORMAT: 'Só são aceites imagens .jpg e .png.',
  IMAGE_DIMENSIONS: 'Esta imagem tem demasiados píxeis: são aceites até 50 megapíxeis.',
  VIDEO_FORMAT: 'Só são aceites vídeos MP4.',
  AUDIO_FORMAT: 'Só são aceites ficheiros MP3, M4A, WAV e MP4.',
  QUOTA_BYTES:
    'Ocupa mais do que o espaço que te resta. Remove os ficheiros de que já não precisas; até um canal teu ser aprovado há 1 GB.',
  QUOTA_MINUTES:
    'Os minutos de vídeo de hoje estão gastos: 24 horas de vídeo por dia, ou 10 minutos até um canal teu ser aprovado. Carrega o resto amanhã.',
  QUOTA_FILES: 'Até um canal teu ser aprovado podes ter 5 ficheiros. Remove um ou pede primeiro a aprovação.',
  QUOTA_IMAGES: 'Enviaste 500 imagens em 24 horas. Envia o resto amanhã.',
  UPLOAD_GONE: 'Este envio terminou: outro ficheiro ocupou o seu lugar ou ninguém o continuou durante um dia.',
  UPLOAD_BUSY: 'Este ficheiro está a ser enviado agora noutro sítio. Tenta de novo dentro de alguns segundos.',
  CHECKSUM_MISMATCH: 'Uma parte do ficheiro chegou danificada. Envia-a de novo.',
  STORAGE_FULL: 'Não há mais espaço de armazenamento.',

  // catalogue
  CHANNEL_REQUIRED: 'Primeiro tens de criar um canal.',
  CHANNEL_NOT_APPROVED: 'Precisas de um canal aprovado para publicar.',
  CHANNEL_STATE: 'O canal não está num estado que o permita.',
  SPEAKER_IN_USE: 'Não é possível eliminar um interveniente que está em uso',
  PRODUCT_NOT_PUBLISHED: 'Publica primeiro o produto.',
  PRODUCT_FROZEN: 'Um produto publicado não pode mudar isso.',
  TYPE_NOT_AVAILABLE: 'Este tipo de produto não está disponível para organizadores.',
  FAKE_LIVE_BY_SUPPORT: 'O falso direto é configurado pela nossa equipa de suporte: escreve-lhes.',
  SESSION_REQUIRED: 'Um direto precisa de pelo menos uma sessão.',
  MOVE_LIMIT: 'As datas deste produto mudaram três vezes em 24 horas. Volta a mudá-las amanhã.',
  BUNDLE_STATE: 'Só se pode ativar um pacote inativo e desativar um ativo.',
  BUNDLE_INCOMPLETE: 'O pacote precisa de pelo menos dois produtos teus publicados, todos na sua moeda e de tipos que se vendem.',
  FEED_REVOKED: 'Este endereço de podcast já não funciona: o dono mudou-o ou retirou-o',

  // live
  PRODUCT_NOT_LIVE: 'Este tipo de produto não é transmitido ao vivo.',
  BROADCAST_STATE: 'A transmissão não está no estado necessário para isso.',
  BROADCAST_NO_SESSION: 'Não há nenhuma sessão agora: podes transmitir a partir de 60 minutos antes do início.',
  SESSION_FINISHED: 'Esta sessão já terminou.',
  FEED_LIMIT: 'Esta transmissão já tem o máximo de sinais.',
  NO_MEDIA_NODE: 'Não há nenhum servidor de transmissão livre. Tenta de novo dentro de segundos.',
  CHAT_DISABLED: 'Chat temporariamente desativado',
  SIGNAL_MALFORMED: 'A mensagem de sinalização não é válida.',
  SIGNAL_UNKNOWN_METHOD: 'O servidor de transmissão não conhece esse pedido.',
  SIGNAL_OUT_OF_ORDER: 'O pedido chegou fora de ordem.',
  SIGNAL_TOKEN_INVALID: 'A autorização de ligação não é válida ou expirou.',
  SIGNAL_NOT_ALLOWED: 'A tua ligação não pode fazer isso.',
  SIGNAL_LIMIT: 'Demasiados pedidos ao servidor de transmissão.',
  SIGNAL_CODEC_UNSUPPORTED: 'O servidor de transmissão não suporta esse formato.',
  FEED_NOT_FOUND: 'Esse sinal não existe na transmissão.',
  FEED_TAKEN: 'Esse sinal é enviado a partir de outro equipamento.',
  ROOM_CLOSED: 'A transmissão terminou.',
  NODE_DRAINING: 'O servidor de transmissão está em manutenção: ligamos a outro.',

  // sales
  TICKET_REQUIRED: 'Precisas de um bilhete para ver isto.',
  PAYMENT_REQUIRED: 'Este produto é pago.',
  SUBSCRIPTION_REQUIRED: 'Precisas de uma subscrição ativa deste canal.',
  PAYMENT_FAILED: 'Erro no pagamento',
  TOO_MANY_DECLINES: 'Foram recusadas demasiadas tentativas de pagamento. Espera uma hora ou fala com o teu banco.',
  AMOUNT_TOO_SMALL: 'O valor é inferior ao mínimo que o serviço de pagamento aceita.',
  PAYMENT_SERVICE_DOWN: 'O serviço de pagamento não responde. Nada foi cobrado. Tenta de novo dentro de momentos.',
  PAYMENT_PENDING: 'Já há um pagamento teu em curso para este produto. Espera que termine.',
  PRICE_CHANGED: 'O preço mudou. Revê o resumo antes de pagar.',
  SEVERAL_SELLERS: 'Um pedido só pode ter produtos de um mesmo organizador. Os restantes vão em pedidos próprios.',
  ONE_PER_ACCOUNT: 'Cada conta só pode ter um.',
  PAYMENTS_OFF: 'Este site não aceita pagamentos por agora.',
  ALREADY_HAS_TICKET: 'Já tens o teu bilhete para este produto.',
  SOLD_OUT: 'Não há mais bilhetes.',
  SALE_NOT_OPEN: 'A venda ainda não começou.',
  NOT_PURCHASABLE: 'Este produto já não pode ser comprado.',
  COUPON_INVALID: 'Cupão inválido',
  COUPON_NOT_FOUND: 'Não há nenhum cupão com este código',
  COUPON_REDEEMED: 'O cupão já foi utilizado',

  // meetings
  MEET_ENDED: 'A reunião terminou',
  MEET_FULL: 'Esta reunião está cheia.',

  // engagement
  AUDIENCE_EMPTY: 'Ninguém corresponde a esta seleção.',
  API_KEY_INVALID: 'A chave da API não é válida.',
}
