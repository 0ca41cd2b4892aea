import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices } from '../../../../lib/services.ts'

interface CertificateFileProps {
  id: string
  file: 'pdf' | 'credential'
  /** Title, to tell several of them apart. */
  of?: string
}

/** Downloads a certificate to print, or as a credential for programs. */
export function CertificateFile({ id, file, of }: CertificateFileProps) {
  const { t } = useTranslation('certificates')
  const { api } = useServices()
  const showError = useErrorSnack()
  const download = useMutation({
    mutationFn: () => api.call(certificates[file], { params: { id } }),
    onSuccess: saveFile,
    onError: (error) => showError(error, { key: `certificate-${file}`, retry: () => download.mutate() }),
  })
  return (
    <Button
      variant={file === 'pdf' ? 'contained' : 'soft'}
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={download.isPending}
      loadingPosition="start"
      aria-label={of === undefined ? undefined : `${t(file)}: ${of}`}
      onClick={() => download.mutate()}
    >
      {t(file)}
    </Button>
  )
}
