import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Slider from '@mui/material/Slider'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'

interface CropDialogProps {
  url: string
  ratio: '16:9' | '1:1' | '3:1'
  /** `left,top,width,height` in pixels of the upright picture; nothing for all of it. */
  onUse: (crop: string | undefined) => void
  onClose: () => void
}

const aspects = { '16:9': 16 / 9, '1:1': 1, '3:1': 3 } as const
const maxZoom = 4

/**
 * Says which part of a picture is shown. The picture itself is cut by the server, so nothing of its quality gets lost
 * here.
 */
export function CropDialog({ url, ratio, onUse, onClose }: CropDialogProps) {
  const { t } = useTranslation('uploads')
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [titleId, helpId] = [useId(), useId()]
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={titleId} aria-describedby={helpId} onClose={onClose}>
      <DialogTitle id={titleId}>{t('image.cropTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Box
          data-mode="dark"
          sx={{
            position: 'relative',
            flex: 1,
            minHeight: { xs: 280, sm: 420 },
            borderRadius: '10px',
            overflow: 'hidden',
            bgcolor: 'surface.canvas',
          }}
        >
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={maxZoom}
            aspect={aspects[ratio]}
            keyboardStep={8}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        </Box>
        <Typography id={helpId} variant="body2" color="text.secondary">
          {t('image.cropHelp')}
        </Typography>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', px: 1 }}>
          <Typography variant="label" component="span">
            {t('image.zoom')}
          </Typography>
          <Slider aria-label={t('image.zoom')} min={1} max={maxZoom} step={0.05} value={zoom} onChange={(_, value) => setZoom(value)} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={() => onUse(undefined)}>
          {t('image.useWhole')}
        </Button>
        <Button variant="contained" disabled={!area} onClick={() => area && onUse(cropText(area))}>
          {t('image.useCrop')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function cropText({ x, y, width, height }: Area): string {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  return [left, top, Math.max(1, Math.floor(width)), Math.max(1, Math.floor(height))].join(',')
}
