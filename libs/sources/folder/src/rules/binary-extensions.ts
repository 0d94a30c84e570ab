const EXTENSIONS = new Set(
  [
    // images, sound, film
    'png jpg jpeg gif bmp ico icns webp avif tif tiff heic psd ai eps svg svgz raw cr2 nef xcf sketch fig mp3 mp4 m4a m4v wav flac ogg oga ogv opus aac avi mov mkv webm wmv flv mid',
    // archives, packages, disks
    'zip gz tgz bz2 tbz xz txz zst lz4 lzma 7z rar tar jar war ear apk ipa aab deb rpm dmg iso img vmdk qcow2 whl egg gem crate nupkg cab msi snap flatpak appimage br',
    // programs and what compilers leave behind
    'exe dll so dylib a lib o obj ko class pyc pyo pyd wasm node bin elf rlib rmeta pdb ilk lo la mo gmo beam hi dex',
    // documents that need an extractor, fonts, data stores, models
    'pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi djvu ttf otf woff woff2 eot db sqlite sqlite3 mdb accdb parquet arrow feather avro orc npy npz pkl pickle h5 hdf5 onnx pt pth safetensors gguf ggml tflite pb mat rdata rds dat swp swo',
    // three dimensions, maps
    'stl fbx blend glb dwg shp mbtiles',
  ].flatMap((line) => line.split(' ')),
);

/** Whether the name of a file tells that it is no text. */
export function hasBinaryExtension(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 && EXTENSIONS.has(name.slice(dot + 1).toLowerCase());
}
