/** What the phone reads in `QR_PICTURE`. */
export const QR_TEXT = '2@stand-in/9vTqW3kZr0hXo1c,Yf2mD8sKp4LxQe7Ub6NaJg5Ht==,Rw1Vc0Bz,AAE='

const BASE64 = [
  'iVBORw0KGgoAAAANSUhEUgAAALQAAAC0AQMAAAAHA5RxAAAABlBMVEUAAAD///+l2Z/dAAABcUlEQVR42u2XMXLDMBAD8YP7/y/x',
  'g8ssKMfSTEokaSw35rKgeABxlPbHx/rwv+KSRpbHI+0wrPLZBVl5h2HY5ZpZFhyb/wzbXOxpxvL+Ch+vWVc7fc6UJTs1e9SzwRH6',
  '9jz80OBRWyxvDPDwc4MPXs2GoMK7Vb5ee5X/CC9vlc9ep8IbcbxlTsWiB65NDav8ig12ttTt7asSp2xZTbZQZ7scO51Jp2xtHumJ',
  'jhFLz+u8lLh9RapWOXfT5SxMpM4x7rY5cYccbIp8/fZtiRN3Pr+0tX3VrcRRBMOaxpCE6nIcFW3wVyy2XZ6V0tHEJonWJn/VLHOx',
  'cJcfLRiOzytMledoEH7RR37nSYfTauj5xracapV5DjS6Z01tmesKJTKbaYRv8vR95GZvPt25yXPvvVKJ2Zmt8jmxx4Xi3DJu97oK',
  'z12Xrr+ndurzJJ7ntOfp87grwuw7z1t8k6o05CO/ujy6p+f4XEzv31MF/vnO/Uf+BbaiXT8WQ9R9AAAAAElFTkSuQmCC',
].join('')

/** A QR code as gateways hand it out. */
export const QR_PICTURE = `data:image/png;base64,${BASE64}`
