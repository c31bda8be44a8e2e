declare module '*.rcp' { const text: string; export default text }
declare module '*.ispl' { const text: string; export default text }
declare module '*.css' { const text: string; export default text }
