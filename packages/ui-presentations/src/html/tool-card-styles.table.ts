/**
 * The look of every card, for a page or a shadow root. Nothing outside `.tp-…` is touched.
 * Change it through the custom properties below; light and dark follow `color-scheme` of the page.
 */
export const toolCardStyles = `
.tp-card,.tp-group{
--_font:var(--tp-font,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif);
--_mono:var(--tp-mono,ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace);
--_radius:var(--tp-radius,10px);
--_surface:var(--tp-surface,light-dark(#fff,#17191e));
--_sunken:var(--tp-sunken,light-dark(#f6f7f9,#1f2228));
--_border:var(--tp-border,light-dark(#e2e5ea,#30343d));
--_text:var(--tp-text,light-dark(#1a1e26,#e9ebef));
--_muted:var(--tp-muted,light-dark(#5a6270,#a4abb8));
--_focus:var(--tp-focus,light-dark(#1d5fbf,#8ab4ff));
--_tone:var(--tp-neutral,light-dark(#4a5261,#b3bac7));
--_soft:color-mix(in oklab,var(--_tone) 9%,var(--_surface));
box-sizing:border-box;min-inline-size:0;color:var(--_text);background:var(--_surface);
border:1px solid var(--_border);border-radius:var(--_radius);
font:400 14px/1.45 var(--_font);text-align:start;container-type:inline-size;
}
.tp-card :where(*),.tp-group :where(*){box-sizing:border-box}
:is(.tp-card,.tp-group)[data-tone=info]{--_tone:var(--tp-info,light-dark(#1d5fbf,#8ab4ff))}
:is(.tp-card,.tp-group)[data-tone=success]{--_tone:var(--tp-success,light-dark(#17693f,#74d3a2))}
:is(.tp-card,.tp-group)[data-tone=warning]{--_tone:var(--tp-warning,light-dark(#855500,#efc368))}
:is(.tp-card,.tp-group)[data-tone=error]{--_tone:var(--tp-error,light-dark(#b3261e,#ff9e95))}
.tp-card[data-nested]{margin-inline-start:20px}
.tp-card+.tp-card{margin-block-start:6px}

.tp-header{display:grid;grid-template-columns:auto minmax(0,1fr) auto auto;align-items:center;gap:10px;
inline-size:100%;margin:0;padding:7px 10px;border:0;border-radius:calc(var(--_radius) - 1px);background:none;
color:inherit;font:inherit;text-align:start;cursor:pointer;list-style:none;-webkit-tap-highlight-color:transparent}
.tp-header::-webkit-details-marker{display:none}
.tp-header:hover{background:var(--_sunken)}
.tp-header:focus-visible,.tp-button:focus-visible,.tp-long>summary:focus-visible,.tp-picture>summary:focus-visible,.tp-link a:focus-visible{outline:2px solid var(--_focus);outline-offset:2px}
.tp-header:focus-visible{outline-offset:-2px}
.tp-svg{display:block;inline-size:16px;block-size:16px;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.tp-emoji{font-size:15px;line-height:1}
.tp-icon{display:grid;place-items:center;inline-size:28px;block-size:28px;border-radius:7px;color:var(--_tone);background:var(--_soft)}
.tp-title{display:flex;align-items:baseline;gap:8px;min-inline-size:0}
.tp-label{flex:none;max-inline-size:100%;font-weight:550;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.tp-summary{flex:1;min-inline-size:0;color:var(--_muted);font-size:13px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.tp-state{display:flex;align-items:center;gap:8px;font-size:12.5px;color:var(--_muted);white-space:nowrap}
.tp-status{display:inline-flex;align-items:center;gap:5px}
.tp-status .tp-svg{inline-size:14px;block-size:14px}
.tp-time{min-inline-size:0;font-variant-numeric:tabular-nums;direction:ltr;unicode-bidi:isolate}
.tp-time:empty{display:none}
.tp-chevron{inline-size:15px;block-size:15px;color:var(--_muted);transition:rotate .15s ease}
.tp-card>details[open]>.tp-header .tp-chevron,.tp-header[aria-expanded=true] .tp-chevron{rotate:180deg}
:is(.tp-card,.tp-group)[data-status=done]>:is(.tp-header,details) .tp-status .tp-svg{color:var(--tp-success,light-dark(#17693f,#74d3a2))}
:is([data-status=failed],[data-status=approval],[data-status=denied],[data-status=blocked]):is(.tp-card,.tp-group)>:is(.tp-header,details) .tp-status{color:var(--_tone);font-weight:550}
:is(.tp-card,.tp-group)[data-status=running]>:is(.tp-header,details) .tp-status .tp-svg{color:var(--_tone);animation:tp-turn 1.1s linear infinite}
:is(.tp-card,.tp-group):is([data-status=failed],[data-status=approval]){border-color:color-mix(in oklab,var(--_tone) 40%,var(--_border))}
@keyframes tp-turn{to{rotate:1turn}}

.tp-members[hidden]{display:none}
.tp-members .tp-card{margin:0;border-width:1px 0 0;border-color:var(--_border);border-radius:0;background:none}
.tp-members .tp-header{border-radius:0}
.tp-group+.tp-card,.tp-card+.tp-group,.tp-group+.tp-group{margin-block-start:6px}

.tp-progress{block-size:3px;margin:0 10px 8px;border-radius:2px;background:var(--_soft);overflow:hidden}
.tp-progress i{display:block;block-size:100%;border-radius:2px;background:var(--_tone);transition:inline-size .2s ease}

.tp-body{display:grid;gap:14px;padding:10px 14px 12px;border-block-start:1px solid var(--_border)}
.tp-body[hidden],.tp-slot:empty{display:none}
.tp-slot{min-inline-size:0}
.tp-section{display:grid;gap:6px;min-inline-size:0}
.tp-body .tp-caption{display:flex;align-items:center;gap:8px;margin:0;font-size:12px;font-weight:550;color:var(--_muted)}
.tp-body .tp-error .tp-caption{color:var(--_tone)}
.tp-body p{margin:0}
.tp-note,.tp-muted,.tp-origin{font-size:12.5px;color:var(--_muted);overflow-wrap:anywhere}
.tp-origin{font-size:12px}
.tp-origin code{font-family:var(--_mono);font-size:11.5px}
.tp-fields{display:grid;grid-template-columns:fit-content(38%) minmax(0,1fr);gap:6px 16px;margin:0;align-items:baseline}
.tp-fields dt{font-size:13px;color:var(--_muted);overflow-wrap:anywhere}
.tp-fields dd{margin:0;min-inline-size:0}
.tp-text,.tp-code,.tp-value{margin:0;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;overflow:clip}
.tp-text{font-family:inherit;line-height:1.5}
.tp-code,.tp-value{font-family:var(--_mono);font-size:12.5px;line-height:1.55;unicode-bidi:isolate}
.tp-section>.tp-text,.tp-section>.tp-code,.tp-section>.tp-long{padding:9px 12px;border-radius:8px;background:var(--_sunken)}
.tp-section>.tp-long[open]{max-block-size:min(60vh,560px);overflow:auto}
.tp-error>.tp-text,.tp-error>.tp-long{background:var(--_soft)!important}
.tp-value[data-kind=masked]{letter-spacing:1px;color:var(--_muted)}
.tp-long>summary{list-style:none;cursor:pointer;border-radius:4px}
.tp-long>summary::-webkit-details-marker{display:none}
.tp-long[open]>summary pre{display:none}
.tp-long[open]>summary .tp-more{display:none}
.tp-more{display:inline-block;margin-block-start:4px;font-size:12.5px;font-weight:550;color:var(--_muted);text-decoration:underline;text-underline-offset:3px;text-decoration-color:var(--_border)}
.tp-image{display:block;max-inline-size:100%;max-block-size:360px;block-size:auto;border-radius:8px;border:1px solid var(--_border);object-fit:contain}
.tp-pictures{display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px;padding:0 10px 10px}
.tp-pictures:empty{display:none}
.tp-card>:is(.tp-body:not([hidden]),details[open])~.tp-pictures{padding-block-start:10px;border-block-start:1px solid var(--_border)}
.tp-picture{--_cut:var(--tp-picture,440px);min-inline-size:0;max-inline-size:100%}
.tp-picture>summary{display:block;inline-size:fit-content;max-inline-size:100%;max-block-size:var(--_cut);overflow:hidden;border:1px solid var(--_border);border-radius:8px;background:var(--_sunken);cursor:zoom-in;position:relative}
.tp-picture:not([open])>summary::after{content:"";position:absolute;inset-inline:0;inset-block-end:0;block-size:clamp(0px,(100% - var(--_cut) + 3px)*999,56px);background:linear-gradient(transparent,var(--_surface));pointer-events:none}
.tp-picture>summary::-webkit-details-marker{display:none}
.tp-picture:not(:only-child):not([open]){--_cut:min(var(--tp-picture,440px),240px);max-inline-size:calc(50% - 4px)}
.tp-picture[open]>summary{max-block-size:none;cursor:zoom-out}
.tp-picture img{display:block;max-inline-size:100%;block-size:auto}
.tp-audio{inline-size:100%;max-inline-size:420px;block-size:40px}
.tp-link{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;font-size:13px}
.tp-link .tp-svg{inline-size:14px;block-size:14px;color:var(--_muted)}
.tp-link a{color:inherit;font-weight:550;text-underline-offset:3px;overflow-wrap:anywhere}

.tp-summary,.tp-fields dt,.tp-fields .tp-text,.tp-body :is(.tp-note,.tp-muted),.tp-approval p{text-align:-webkit-match-parent;text-align:match-parent}

.tp-fields .tp-code{inline-size:fit-content;max-inline-size:100%}

.tp-approval{display:grid;gap:8px;padding:12px;border-radius:8px;background:var(--_soft)}
.tp-question{font-weight:550}
.tp-reason{font-size:13px;overflow-wrap:anywhere}
.tp-danger{display:flex;align-items:center;gap:6px;font-size:13px;color:var(--_tone)}
.tp-buttons{display:flex;flex-wrap:wrap;gap:8px;margin-block-start:4px}
.tp-button{min-block-size:32px;padding:5px 14px;border:1px solid var(--_border);border-radius:7px;background:var(--_surface);color:var(--_text);font:550 13px/1.4 var(--_font);cursor:pointer}
.tp-button:hover{border-color:var(--_muted)}
.tp-button[data-decision=allow]{border-color:transparent;background:var(--_text);color:var(--_surface)}
.tp-button[data-decision=allow]:hover{background:color-mix(in oklab,var(--_text) 86%,var(--_surface))}
.tp-button[data-destructive]{border-color:color-mix(in oklab,var(--tp-error,light-dark(#b3261e,#ff9e95)) 55%,var(--_border));background:var(--_surface);color:var(--tp-error,light-dark(#b3261e,#ff9e95))}
.tp-button[data-destructive]:hover{background:color-mix(in oklab,var(--tp-error,light-dark(#b3261e,#ff9e95)) 8%,var(--_surface))}
.tp-button:disabled{opacity:.55;cursor:default}

.tp-live{position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}

@container (max-width:460px){
.tp-header{gap:2px 10px;grid-template-columns:auto minmax(0,1fr) auto}
.tp-icon{grid-row:span 2}
.tp-title{grid-column:2;flex-direction:column;gap:0}
.tp-summary{max-inline-size:100%}
.tp-state{grid-column:2;grid-row:2}
.tp-chevron{grid-column:3;grid-row:1/span 2}
.tp-fields{grid-template-columns:minmax(0,1fr);gap:2px}
.tp-fields dd+dt{margin-block-start:8px}
.tp-button{flex:1}
}
@media (prefers-reduced-motion:reduce){:is(.tp-card,.tp-group) *{animation:none!important;transition:none!important}}
@media (prefers-contrast:more){.tp-card,.tp-group{--_border:var(--_muted);--_muted:var(--_text)}}
@media (forced-colors:active){
.tp-svg{color:CanvasText!important}
.tp-icon,.tp-approval,.tp-section>.tp-text,.tp-section>.tp-code,.tp-section>.tp-long{border:1px solid CanvasText}
.tp-progress{border:1px solid CanvasText;block-size:6px}
.tp-progress i{background:Highlight}
.tp-long>summary pre{color:CanvasText}
.tp-picture>summary{border-color:CanvasText}
.tp-button[data-decision=allow]{border-color:ButtonBorder}
}
@media print{.tp-picture>summary{max-block-size:none}.tp-picture>summary::after{display:none}.tp-card{break-inside:avoid;background:none}.tp-chevron,.tp-buttons{display:none}.tp-header:hover{background:none}}
`
