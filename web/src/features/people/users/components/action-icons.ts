import BlockRounded from '@mui/icons-material/BlockRounded'
import CheckRounded from '@mui/icons-material/CheckRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import DoNotDisturbOnOutlined from '@mui/icons-material/DoNotDisturbOnOutlined'
import LockOpenRounded from '@mui/icons-material/LockOpenRounded'
import type { UserAction } from '@e-events/shared/contract/people/users.ts'
import type SvgIcon from '@mui/material/SvgIcon'

export const actionIcons: Record<UserAction, typeof SvgIcon> = {
  approve: CheckRounded,
  disapprove: DoNotDisturbOnOutlined,
  block: BlockRounded,
  unblock: LockOpenRounded,
  delete: DeleteOutlineRounded,
}
