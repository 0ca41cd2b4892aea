export { ManagedChannels as Component } from '../../../../features/catalogue/channels/components/managed-channels.tsx'
