import type { ErrorCode } from '../errors.ts'

export const errors: Record<ErrorCode, string> = {
  // platform
  BAD_REQUEST: 'La petición no se entiende.',
  VALIDATION_FAILED: 'Revisa los datos marcados.',
  UNAUTHENTICATED: 'Tu sesión ha terminado. Vuelve a entrar.',
  FORBIDDEN_ROLE: 'Tu cuenta no puede entrar aquí.',
  NOT_FOUND: 'No lo encontramos.',
  METHOD_NOT_ALLOWED: 'Esta dirección no admite esa operación.',
  STATE_CONFLICT: 'Eso no es posible en el estado actual.',
  EDIT_CONFLICT: 'Alguien lo ha cambiado mientras tanto. Vuelve a cargarlo antes de guardar.',
  SLUG_TAKEN: 'La dirección elegida ya existe.',
  PAYLOAD_TOO_LARGE: 'El contenido es demasiado grande.',
  UNSUPPORTED_MEDIA_TYPE: 'Este tipo de contenido no se admite.',
  RATE_LIMITED: 'Demasiados intentos. Espera un momento.',
  INTERNAL: 'Algo ha fallado en nuestro lado.',
  UNAVAILABLE: 'El servicio no está disponible ahora. Inténtalo de nuevo en unos segundos.',

  // people
  INVALID_LOGIN: 'Los datos de acceso no son correctos o tus credenciales todavía no han sido aprobadas.',
  TWO_FACTOR_REQUIRED: 'Escribe el código de tu aplicación de autenticación.',
  TWO_FACTOR_WRONG: 'Ese código no es correcto o ya se ha usado.',
  TWO_FACTOR_STATE: 'El segundo factor no está en el estado necesario.',
  STEP_UP_REQUIRED: 'Confirma con tu contraseña que eres tú y vuelve a intentarlo.',
  PASSWORD_WRONG: 'Error al actualizar la contraseña: la contraseña actual no es correcta.',
  LINK_INVALID: 'Este enlace ya no es válido. Pide uno nuevo.',
  EMAIL_DOMAIN_REFUSED: 'No se aceptan cuentas con este dominio de correo.',
  EMAIL_TAKEN: 'El correo introducido ya está registrado',
  USER_STATE: 'No es posible en el estado actual de esta cuenta.',
  UPGRADE_STATE: 'No hay ninguna solicitud abierta, o ya existe una.',
  LAST_ADMIN: 'El sitio necesita un administrador: no puedes hacerlo contigo ni con el último.',

  // settings
  MODULE_INACTIVE: 'Este módulo está desactivado.',
  PAID_CONTENT_OFF: 'Este sitio no vende por ahora: un producto no puede tener precio.',
  SUBSCRIPTIONS_OFF: 'Este sitio no ofrece suscripciones a canales.',
  COUPONS_OFF: 'Este sitio no admite cupones ni códigos por ahora.',

  // media
  IMAGE_FORMAT: 'Solo se aceptan imágenes .jpg y .png.',
  IMAGE_DIMENSIONS: 'Esta imagen tiene demasiados píxeles: se aceptan hasta 50 megapíxeles.',
  VIDEO_FORMAT: 'Solo se aceptan vídeos MP4.',
  AUDIO_FORMAT: 'Solo se aceptan archivos MP3, M4A, WAV y MP4.',
  QUOTA_BYTES:
    'Ocupa más de lo que te queda de espacio. Elimina los archivos que ya no necesites; hasta que se apruebe un canal tuyo hay 1 GB.',
  QUOTA_MINUTES:
    'Has gastado los minutos de vídeo de hoy: 24 horas de vídeo al día, o 10 minutos hasta que se apruebe un canal tuyo. Sube el resto mañana.',
  QUOTA_FILES: 'Hasta que se apruebe un canal tuyo puedes tener 5 archivos. Elimina uno o pide antes la aprobación.',
  QUOTA_IMAGES: 'Has enviado 500 imágenes en 24 horas. Envía el resto mañana.',
  UPLOAD_GONE: 'Esta subida ha terminado: otro archivo ocupó su lugar o nadie la continuó en un día.',
  UPLOAD_BUSY: 'Este archivo se está enviando ahora mismo desde otro sitio. Inténtalo de nuevo en unos segundos.',
  CHECKSUM_MISMATCH: 'Una parte del archivo llegó dañada. Envíala de nuevo.',
  STORAGE_FULL: 'No queda espacio de almacenamiento.',

  // catalogue
  CHANNEL_REQUIRED: 'Primero debes crear un canal.',
  CHANNEL_NOT_APPROVED: 'Necesitas un canal aprobado para publicar.',
  CHANNEL_STATE: 'El canal no está en un estado que lo permita.',
  SPEAKER_IN_USE: 'No se puede eliminar un ponente que está en uso',
  PRODUCT_NOT_PUBLISHED: 'Publica antes el producto.',
  PRODUCT_FROZEN: 'Un producto publicado no puede cambiar eso.',
  TYPE_NOT_AVAILABLE: 'Este tipo de producto no está disponible para organizadores.',
  FAKE_LIVE_BY_SUPPORT: 'El falso directo lo configura nuestro equipo de soporte: escríbeles.',
  SESSION_REQUIRED: 'Un directo necesita al menos una sesión.',
  MOVE_LIMIT: 'Las fechas de este producto se han cambiado tres veces en 24 horas. Vuelve a cambiarlas mañana.',
  BUNDLE_STATE: 'Solo se puede activar un paquete inactivo y desactivar uno activo.',
  BUNDLE_INCOMPLETE: 'El paquete necesita al menos dos productos tuyos publicados, todos en su moneda y de tipos que se venden.',
  FEED_REVOKED: 'Esta dirección de pódcast ya no vale: su dueño la ha cambiado o retirado',

  // live
  PRODUCT_NOT_LIVE: 'Este tipo de producto no se emite en directo.',
  BROADCAST_STATE: 'La emisión no está en el estado necesario para eso.',
  BROADCAST_NO_SESSION: 'No hay ninguna sesión ahora: puedes emitir desde 60 minutos antes de que empiece.',
  SESSION_FINISHED: 'Esta sesión ya ha terminado.',
  FEED_LIMIT: 'Esta emisión ya tiene el máximo de señales.',
  NO_MEDIA_NODE: 'No hay ningún servidor de emisión libre. Inténtalo de nuevo en unos segundos.',
  CHAT_DISABLED: 'Chat desactivado temporalmente',
  SIGNAL_MALFORMED: 'El mensaje de señalización no es válido.',
  SIGNAL_UNKNOWN_METHOD: 'El servidor de emisión no conoce esa petición.',
  SIGNAL_OUT_OF_ORDER: 'La petición llega antes de tiempo.',
  SIGNAL_TOKEN_INVALID: 'El permiso de conexión no vale o ha caducado.',
  SIGNAL_NOT_ALLOWED: 'Tu conexión no puede hacer eso.',
  SIGNAL_LIMIT: 'Demasiadas peticiones al servidor de emisión.',
  SIGNAL_CODEC_UNSUPPORTED: 'El servidor de emisión no admite ese formato.',
  FEED_NOT_FOUND: 'Esa señal no existe en la emisión.',
  FEED_TAKEN: 'Esa señal se envía desde otro equipo.',
  ROOM_CLOSED: 'La emisión ha terminado.',
  NODE_DRAINING: 'El servidor de emisión está en mantenimiento: te conectamos a otro.',

  // sales
  TICKET_REQUIRED: 'Necesitas una entrada para ver esto.',
  PAYMENT_REQUIRED: 'Este producto es de pago.',
  SUBSCRIPTION_REQUIRED: 'Necesitas una suscripción activa a este canal.',
  PAYMENT_FAILED: 'Error en el pago',
  TOO_MANY_DECLINES: 'Se han rechazado demasiados intentos de pago. Espera una hora o consulta a tu banco.',
  AMOUNT_TOO_SMALL: 'El importe es menor que el mínimo que acepta el servicio de pago.',
  PAYMENT_SERVICE_DOWN: 'El servicio de pago no responde. No se ha cobrado nada. Inténtalo de nuevo en un momento.',
  PAYMENT_PENDING: 'Ya hay un pago tuyo en curso para este producto. Espera a que termine.',
  PRICE_CHANGED: 'El precio ha cambiado. Revisa el resumen antes de pagar.',
  SEVERAL_SELLERS: 'Un pedido solo puede llevar productos de un mismo organizador. Pide los demás por separado.',
  ONE_PER_ACCOUNT: 'Cada cuenta solo puede tener uno.',
  PAYMENTS_OFF: 'Este sitio no acepta pagos por ahora.',
  ALREADY_HAS_TICKET: 'Ya tienes tu entrada para este producto.',
  SOLD_OUT: 'No quedan entradas.',
  SALE_NOT_OPEN: 'La venta todavía no ha empezado.',
  NOT_PURCHASABLE: 'Este producto ya no se puede comprar.',
  COUPON_INVALID: 'Cupón no válido',
  COUPON_NOT_FOUND: 'No hay ningún cupón con este código',
  COUPON_REDEEMED: 'El cupón ya se ha canjeado',

  // meetings
  MEET_ENDED: 'La reunión ha terminado',
  MEET_FULL: 'Esta reunión está completa.',

  // engagement
  AUDIENCE_EMPTY: 'Nadie coincide con esta selección.',
  API_KEY_INVALID: 'La clave de la API no es válida.',
}
