import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'

interface HeroPickerProps {
  items: ProductCard[]
  index: number
  onPick: (id: ProductCard['id']) => void
}

/**
 * Thumbnails where there is room, dots below; both are plain buttons in reading order. The place of the shown one is
 * marked, not drawn again.
 */
export function HeroPicker({ items, index, onPick }: HeroPickerProps) {
  const { t } = useTranslation('home')
  return (
    <Box
      role="group"
      aria-label={t('hero.pick')}
      sx={{
        position: 'absolute',
        right: { lg: 'var(--ee-gutter)' },
        left: { xs: 'var(--ee-gutter)', lg: 'auto' },
        bottom: { xs: 12, md: 20, lg: 64 },
        display: 'flex',
        gap: { xs: 0, lg: 1.5 },
        ml: { xs: -1.25, lg: 0 },
      }}
    >
      {items.map((item, i) => (
        <Box
          key={item.id}
          component="button"
          type="button"
          aria-label={`${i === index ? `${t('hero.shown')}. ` : ''}${t('hero.item', { number: i + 1, total: items.length, title: item.title })}`}
          aria-current={i === index}
          onClick={() => onPick(item.id)}
          sx={(theme) => ({
            all: 'unset',
            cursor: 'pointer',
            display: 'grid',
            placeItems: 'center',
            width: 36,
            height: 36,
            borderRadius: '10px',
            '&:focus-visible': { outline: '2px solid', outlineColor: theme.vars.palette.onArt.paper, outlineOffset: { lg: 4 } },
            [theme.breakpoints.up('lg')]: {
              width: 132,
              height: 'auto',
              overflow: 'hidden',
              boxShadow: i === index ? `0 0 0 2px ${theme.vars.palette.onArt.paper}` : `0 0 0 1px ${theme.vars.palette.border.strong}`,
              opacity: i === index ? 1 : 0.72,
              cursor: i === index ? 'default' : 'pointer',
              transition: theme.transitions.create(['opacity', 'box-shadow']),
              '&:hover': { opacity: 1 },
            },
          })}
        >
          <Box
            sx={{
              display: { lg: 'none' },
              width: i === index ? 24 : 8,
              height: 8,
              borderRadius: 999,
              bgcolor: i === index ? 'onArt.paper' : 'onArt.rail',
              transition: (theme) => theme.transitions.create('width'),
            }}
          />
          {i === index ? (
            <Typography
              variant="caption"
              component="span"
              aria-hidden
              sx={{
                display: { xs: 'none', lg: 'grid' },
                placeItems: 'center',
                width: 1,
                aspectRatio: '16 / 9',
                bgcolor: 'onArt.panel',
                color: 'onArt.paper',
                fontWeight: 560,
              }}
            >
              {t('hero.shown')}
            </Typography>
          ) : (
            <Picture
              src={item.posterUrl}
              alt=""
              fallback={{ title: item.title, kicker: item.channel.title }}
              sizes="132px"
              sx={{ display: { xs: 'none', lg: 'block' } }}
            />
          )}
        </Box>
      ))}
    </Box>
  )
}
