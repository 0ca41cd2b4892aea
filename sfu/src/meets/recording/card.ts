/**
 * The picture of a recording while nobody shows anything: one VP8 key frame of 640x360, dark with the outline of a
 * person. Made with ffmpeg (libvpx) and small enough for one packet.
 */
export const card: Buffer = Buffer.from(
  'MEAAnQEqgAJoAQPHCIWFiIWEiA6CADoZWByhP7+RBmcfxm3yPVMzub5Bro9izp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06' +
    'dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp0cQkglcAdKHba5wEw' +
    '0h6PYs6dOnTp06dOnTp06b4ARDQrikhkoE0QcRLej2LOnTp06dOnTp06dN+NVg35OXc3yDXR7FnTp06dOnTpvqLKkVonEokxYWok0+ocOHDhw4cOHDhw4cMj' +
    'FHkBOBNZieP+ZX+E2VfINdHsWdOnTp06dOnTo4k6cJx7Ao5EODf17FnTp06dOnTp06dOnTfJOcoL//5Os0yfbkb1BXrkN7FnTp06dOnTp06dOji1m0NUUwDX' +
    'bCKqQRLgMbkn+Qa6PYs6dOnTp06dHGjpTsaaxWZDkzvnSdOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp' +
    '06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOnTp06dOjgP76idsPT6yBWk4EWxTf2aLZ' +
    'RfniAJRP0vDyawk2baRZuqJSkDWLawMwZBQF6tWeyRclPshZsN2ntp0O9qdBhhQxNFxRxxnZLbhr7hzguIsiFAug6qCuT9qoi7nhgpcscslh1yOCkgOyk4Bo' +
    '91ywA9evAE9SjWgg8pnVaD08PS/TC1hzyikv5+wNDOiK3wwPHojgAJsG5t9BlKRyOxlGO7spASYZyw1b4F+KukzZS56wy6ePIWA9f+v1s/n4oz1Iq7UsNUzf' +
    'UJBVHEKsraFpCU5/3pa0jKwjJJmry0Vh7kB/AAAVuACYA2o1M7Lve3l0Lw+RAKtAIb3IojFeUKk6l6gA',
  'base64',
)
