<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About simhash-gui</source>
        <translation>关于 simhash-gui</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Finds documents that are copies, revisions or partial copies of each other, and shows why.</source>
        <translation>找出互为副本、修订稿或部分复制的文档，并说明原因。</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>所用组件</translation>
    </message>
</context>
<context>
    <name>Act</name>
    <message numerus="yes">
        <source>%Ln files done</source>
        <translation>
            <numerusform>已处理 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files moved</source>
        <translation>
            <numerusform>已移动 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files moved to the trash</source>
        <translation>
            <numerusform>已将 %Ln 个文件移到回收站</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files replaced by clones</source>
        <translation>
            <numerusform>已将 %Ln 个文件替换为克隆</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files replaced by hard links</source>
        <translation>
            <numerusform>已将 %Ln 个文件替换为硬链接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files set aside</source>
        <translation>
            <numerusform>已将 %Ln 个文件移入暂存文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>Into a folder of your choice, subfolders kept</source>
        <translation>移到所选文件夹，保留文件夹结构</translation>
    </message>
    <message>
        <source>Into “Set aside …” on the same drive, which no import reads</source>
        <translation>移到同一磁盘上名为“Set aside 日期”的暂存文件夹，导入时不会读取</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>移动到文件夹</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Replace by clone</source>
        <translation>替换为克隆</translation>
    </message>
    <message>
        <source>Replace by hard link</source>
        <translation>替换为硬链接</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>移入暂存文件夹</translation>
    </message>
    <message>
        <source>The file stays as it is and shares its blocks with the kept copy</source>
        <translation>文件保持原样，与保留的副本共用存储块</translation>
    </message>
    <message>
        <source>The name stays and leads to the kept copy, with its time and permissions</source>
        <translation>文件名不变，指向保留的副本，时间和权限随之改变</translation>
    </message>
    <message>
        <source>To the system&apos;s trash; not possible where there is none</source>
        <translation>移到系统回收站；没有回收站时无法执行</translation>
    </message>
</context>
<context>
    <name>ActState</name>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
</context>
<context>
    <name>Acting</name>
    <message numerus="yes">
        <source>%Ln could not be undone</source>
        <translation>
            <numerusform>%Ln 个无法撤销</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are back</source>
        <translation>
            <numerusform>已恢复 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>跳过 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Show journal</source>
        <translation>查看操作日志</translation>
    </message>
    <message>
        <source>Stopped. What was done is in the journal: finish the rest there, or undo it.</source>
        <translation>已停止。完成的操作已记入操作日志，可在其中继续执行或撤销。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Work on files was interrupted. It can be finished or undone.</source>
        <translation>文件处理中途中断，可以继续执行或撤销。</translation>
    </message>
    <message>
        <source>now in {folder}</source>
        <translation>现位于 {folder}</translation>
    </message>
</context>
<context>
    <name>BatchDialog</name>
    <message>
        <source>Against the library</source>
        <translation>与文档库比对（纵向）</translation>
    </message>
    <message>
        <source>Call for tenders</source>
        <translation>招标文件</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>开始检测</translation>
    </message>
    <message>
        <source>Check a folder</source>
        <translation>检测文件夹</translation>
    </message>
    <message>
        <source>Choose: {what}</source>
        <translation>选择：{what}</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Folder for the reports</source>
        <translation>报告所在文件夹</translation>
    </message>
    <message>
        <source>Folder of documents</source>
        <translation>文档所在文件夹</translation>
    </message>
    <message>
        <source>Its documents against each other</source>
        <translation>文件夹内文档互相比对（横向）</translation>
    </message>
    <message>
        <source>The filters that are on in the check on show hold for each document.</source>
        <translation>当前检测中已开启的筛选对每篇文档均有效。</translation>
    </message>
    <message>
        <source>With a call for tenders its text is left out, and the documents are compared as bids: the same mistakes, properties and names. To continue a cancelled check, start it again with the same folders.</source>
        <translation>指定招标文件后，会剔除其中的内容，并把文档作为投标文件比对：相同的错误、文件属性和他方信息。要继续已取消的检测，请用相同的文件夹再次开始。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>BatchView</name>
    <message>
        <source>A square: how much of the document of its row is in that of its column. Enter or a double click shows both texts.</source>
        <translation>方格：所在行的文档有多少出现在所在列的文档中。按 Enter 键或双击可查看两篇正文。</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字数</translation>
    </message>
    <message>
        <source>Characters of the document that count</source>
        <translation>文档中计入的字符数</translation>
    </message>
    <message>
        <source>Checked documents</source>
        <translation>已检测文档</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Enter or a double click shows its passages.</source>
        <translation>按 Enter 键或双击可查看它的段落。</translation>
    </message>
    <message>
        <source>Filters that were on for every document: {filters}</source>
        <translation>所有文档均启用了以下筛选项：{filters}</translation>
    </message>
    <message>
        <source>How much of it is in any source and neither quoted nor cited there</source>
        <translation>文档有多少出现在来源中，且既未加引号也未注明出处</translation>
    </message>
    <message>
        <source>How much of it is in the source that has most of it</source>
        <translation>文档有多少出现在占比最大的那个来源中</translation>
    </message>
    <message>
        <source>How much of the document is in any source</source>
        <translation>文档有多少出现在任一来源中</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Largest source</source>
        <translation>最大来源</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Matrix of the documents</source>
        <translation>文档两两比对矩阵</translation>
    </message>
    <message>
        <source>Neither quoted nor cited</source>
        <translation>既无引号也无出处</translation>
    </message>
    <message>
        <source>One source</source>
        <translation>单篇最大</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页码</translation>
    </message>
    <message>
        <source>Signs that text was tampered with, such as look-alike letters</source>
        <translation>字符篡改的迹象，例如形近字母</translation>
    </message>
    <message>
        <source>Tampering</source>
        <translation>字符篡改</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总复制比</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>What bids share</source>
        <translation>投标文件雷同</translation>
    </message>
    <message>
        <source>Whole matrix</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>name of the bidder of {other}</source>
        <translation>{other} 一方的信息</translation>
    </message>
    <message>
        <source>same mistake, for {other}</source>
        <translation>相同错误（应为 {other}）</translation>
    </message>
    <message>
        <source>same passage</source>
        <translation>相同段落</translation>
    </message>
    <message>
        <source>same property: {other}</source>
        <translation>相同文件属性：{other}</translation>
    </message>
    <message>
        <source>{left_out} more left out</source>
        <translation>另有 {left_out} 未计入</translation>
    </message>
    <message>
        <source>{name} (held by the library)</source>
        <translation>{name}（文档库已收录）</translation>
    </message>
</context>
<context>
    <name>BitsView</name>
    <message>
        <source>= found by block {block}</source>
        <translation>= 由第 {block} 块找到</translation>
    </message>
    <message>
        <source>= not looked up</source>
        <translation>= 未参与查找</translation>
    </message>
    <message>
        <source>Arrow keys move from bit to bit, Enter pins one, D finds differences</source>
        <translation>方向键逐位移动，Enter 键固定一位，D 键查找不同的位</translation>
    </message>
    <message>
        <source>Bit {bit}: A {a}, B {b}, {verdict}</source>
        <translation>第 {bit} 位：A {a}，B {b}，{verdict}</translation>
    </message>
    <message>
        <source>Bits of both fingerprints</source>
        <translation>两个指纹的全部位</translation>
    </message>
    <message>
        <source>Copy XOR</source>
        <translation>复制异或值</translation>
    </message>
    <message>
        <source>Copy differing bits</source>
        <translation>复制不同的位</translation>
    </message>
    <message>
        <source>Copy fingerprint A</source>
        <translation>复制指纹 A</translation>
    </message>
    <message>
        <source>Copy fingerprint B</source>
        <translation>复制指纹 B</translation>
    </message>
    <message>
        <source>different</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>one</source>
        <translation>1</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>0</translation>
    </message>
    <message>
        <source>≠ block {block}</source>
        <translation>≠ 第 {block} 块</translation>
    </message>
    <message>
        <source>≠ not looked up</source>
        <translation>≠ 未参与查找</translation>
    </message>
</context>
<context>
    <name>BucketsStage</name>
    <message>
        <source>A block of 16 bits is a key: four hexadecimal digits. Four indexes, one for each block: the query looks up its own key in each, and only rows with an equal key are compared.</source>
        <translation>一个 16 位的块就是一个键：四个十六进制数字。四个索引，每块对应一个：查询时在每个索引中查找自己的键，只有键相同的行才会比较。</translation>
    </message>
    <message>
        <source>A library with documents has its own indexes shown here.</source>
        <translation>打开一个有文档的文档库，这里会显示它自己的索引。</translation>
    </message>
    <message>
        <source>Bits that differ</source>
        <translation>不同的位数</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation>桶</translation>
    </message>
    <message>
        <source>Different keys</source>
        <translation>不同的键</translation>
    </message>
    <message>
        <source>Indexes of the library</source>
        <translation>文档库的索引</translation>
    </message>
    <message>
        <source>Largest bucket</source>
        <translation>最大的桶</translation>
    </message>
    <message>
        <source>Other fingerprints</source>
        <translation>换一批指纹</translation>
    </message>
    <message>
        <source>Stored fingerprints</source>
        <translation>已存的指纹</translation>
    </message>
    <message>
        <source>The four indexes of your library, {count} fingerprints:</source>
        <translation>你的文档库的四个索引，共 {count} 个指纹：</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>{blocks} of 4 blocks looked up: {found} of {count} stored fingerprints are candidates; {near} of these are within 3 bits of the query, the others are dropped.</source>
        <translation>已查 4 块中的 {blocks} 块：{count} 个已存指纹中有 {found} 个成为候选，其中 {near} 个与查询相差不超过 3 位，其余舍去。</translation>
    </message>
</context>
<context>
    <name>CheckPage</name>
    <message>
        <source>A report can be written when all documents have been compared</source>
        <translation>所有文档比对完成后才能生成报告</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>All matches</source>
        <translation>所有重合</translation>
    </message>
    <message>
        <source>An earlier work of the author</source>
        <translation>作者的早期作品</translation>
    </message>
    <message>
        <source>Back to the folder</source>
        <translation>返回文件夹</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Check a document</source>
        <translation>检测文档</translation>
    </message>
    <message>
        <source>Check a document…</source>
        <translation>检测文档…</translation>
    </message>
    <message>
        <source>Check a folder…</source>
        <translation>检测文件夹…</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检测</translation>
    </message>
    <message>
        <source>Check the clipboard</source>
        <translation>检测剪贴板</translation>
    </message>
    <message>
        <source>Checked text</source>
        <translation>送检正文</translation>
    </message>
    <message>
        <source>Citation missing</source>
        <translation>有引号但缺出处</translation>
    </message>
    <message>
        <source>Cited and quoted</source>
        <translation>引号和出处齐全</translation>
    </message>
    <message>
        <source>Click: side by side</source>
        <translation>单击：左右对照</translation>
    </message>
    <message numerus="yes">
        <source>Compared with %Ln documents of the library. What has about six words in a row in common with one of them is found; paraphrases, translations and pictures of text are not.</source>
        <translation>
            <numerusform>已与文档库中 %Ln 篇文档比对。与其中一篇连续相同约六个词（或相应字数）的内容会被发现；改写、翻译和图片里的内容无法发现。</numerusform>
        </translation>
    </message>
    <message>
        <source>Count this match again</source>
        <translation>重新计入此处</translation>
    </message>
    <message>
        <source>Documents are being added to the library just now. Check the document again when all have been read.</source>
        <translation>正在向文档库添加文档，请等全部读取完毕后重新检测。</translation>
    </message>
    <message>
        <source>Documents compared: {progress}</source>
        <translation>已比对文档：{progress}</translation>
    </message>
    <message>
        <source>Drop a document here, paste text, or choose a file.</source>
        <translation>将文档拖到此处、粘贴文本，或选择一个文件。</translation>
    </message>
    <message>
        <source>Every share is a share of all {characters} characters of the text, with punctuation and spaces, whatever is left out</source>
        <translation>所有比例的分母均为全文总字数（含标点和空格，共 {characters} 字）；排除内容不改变分母</translation>
    </message>
    <message>
        <source>Group of matches</source>
        <translation>重合的类别</translation>
    </message>
    <message>
        <source>Hamming distance: how many bits of both fingerprints differ, few where the whole documents are alike. A source of one part may have any; the passages decide.</source>
        <translation>汉明距离：两个指纹有多少位不同；整篇文档相似时数值很小。仅有部分重合的来源可为任意值，以重合段落为准。</translation>
    </message>
    <message>
        <source>It does not count as a source of itself: {path}</source>
        <translation>不计为自身的来源：{path}</translation>
    </message>
    <message>
        <source>It holds no documents. Add those that the text may come from, then check it again.</source>
        <translation>文档库为空。请添加这篇文章可能取材的文档，再重新检测。</translation>
    </message>
    <message>
        <source>It is checked against the library “{name}”.</source>
        <translation>将与文档库“{name}”比对。</translation>
    </message>
    <message>
        <source>Leave this match out</source>
        <translation>排除此处重合</translation>
    </message>
    <message>
        <source>Leave this match out…</source>
        <translation>排除此处重合…</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>下一处段落</translation>
    </message>
    <message>
        <source>Not cited or quoted</source>
        <translation>既无引号也无出处</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open the reports</source>
        <translation>打开报告</translation>
    </message>
    <message>
        <source>Open this passage and its source in Compare</source>
        <translation>在“比较”中打开此段落及其来源</translation>
    </message>
    <message>
        <source>Passages: {count} · Hamming distance: {distance} · {class}</source>
        <translation>段落：{count} 处 · 汉明距离：{distance} · {class}</translation>
    </message>
    <message>
        <source>Passages: {count}, and {pieces} smaller pieces between them · Hamming distance: {distance} · {class}</source>
        <translation>段落：{count} 处，另有其间的零星字词 {pieces} 处 · 汉明距离：{distance} · {class}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Paused. Documents compared: {progress}</source>
        <translation>已暂停。已比对文档：{progress}</translation>
    </message>
    <message>
        <source>Previous passage</source>
        <translation>上一处段落</translation>
    </message>
    <message>
        <source>Quotation marks missing</source>
        <translation>有出处但缺引号</translation>
    </message>
    <message>
        <source>Reason:</source>
        <translation>理由：</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>左右对照</translation>
    </message>
    <message>
        <source>Side by side; also Enter on a source</source>
        <translation>左右对照；在来源上也可按 Enter 键</translation>
    </message>
    <message>
        <source>Since the last check, with nothing left out: {before} → {now} · sources gone: {gone} · new sources: {new}</source>
        <translation>与上次检测相比（不排除任何内容）：{before} → {now} · 消失的来源 {gone} 个 · 新来源 {new} 个</translation>
    </message>
    <message>
        <source>Since the last check: {before} → {now} · sources gone: {gone} · new sources: {new}</source>
        <translation>与上次检测相比：{before} → {now} · 消失的来源 {gone} 个 · 新来源 {new} 个</translation>
    </message>
    <message>
        <source>So far: {found}</source>
        <translation>目前为止：{found}</translation>
    </message>
    <message>
        <source>Step 1 of 3: reading {name}…</source>
        <translation>第 1 步（共 3 步）：正在读取 {name}…</translation>
    </message>
    <message>
        <source>Step 2 of 3: looking up {count} characters in the library…</source>
        <translation>第 2 步（共 3 步）：正在文档库中查找 {count} 个字符…</translation>
    </message>
    <message>
        <source>Step 3 of 3: finding quotations and citations, then comparing with {count} documents…</source>
        <translation>第 3 步（共 3 步）：正在识别引文与出处，随后与 {count} 篇文档比对…</translation>
    </message>
    <message>
        <source>Template document</source>
        <translation>模板文档</translation>
    </message>
    <message>
        <source>The file has changed since this check, or is gone; below is the text that was checked.</source>
        <translation>自本次检测以来，文件已有变化或已不存在；下面是检测时的正文。</translation>
    </message>
    <message>
        <source>The last check of this file found the same, with nothing left out.</source>
        <translation>上次检测此文件的结果相同（不排除任何内容）。</translation>
    </message>
    <message>
        <source>The last check of this file found the same.</source>
        <translation>与该文件上次检测的结果相同。</translation>
    </message>
    <message>
        <source>The library has nothing to compare this with</source>
        <translation>文档库中没有可比对的文档</translation>
    </message>
    <message>
        <source>The library holds this very file · besides it, {found}</source>
        <translation>文档库中收有此文件 · 除它之外，{found}</translation>
    </message>
    <message>
        <source>The library may have changed since this check. Check the document again.</source>
        <translation>此次检测后文档库可能已有变化。请重新检测该文档。</translation>
    </message>
    <message>
        <source>The report is in {path}</source>
        <translation>报告已保存到 {path}</translation>
    </message>
    <message>
        <source>There is no text here, and no file on this computer.</source>
        <translation>这里既没有正文，也没有本机上的文件。</translation>
    </message>
    <message>
        <source>Where does this text come from?</source>
        <translation>这篇正文从何而来？</translation>
    </message>
    <message>
        <source>Write the report</source>
        <translation>生成报告</translation>
    </message>
    <message>
        <source>Write the report…</source>
        <translation>生成报告…</translation>
    </message>
    <message>
        <source>clipboard.txt</source>
        <translation>剪贴板.txt</translation>
    </message>
    <message>
        <source>common wording</source>
        <translation>通用表述</translation>
    </message>
    <message>
        <source>no tampering with characters</source>
        <translation>未发现字符篡改</translation>
    </message>
    <message>
        <source>quoted with permission</source>
        <translation>经许可引用</translation>
    </message>
    <message numerus="yes">
        <source>tampering was found at %Ln places</source>
        <translation>
            <numerusform>发现 %Ln 处字符篡改</numerusform>
        </translation>
    </message>
    <message>
        <source>template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>valid collaboration</source>
        <translation>正当合作</translation>
    </message>
    <message>
        <source>{count} documents checked, {failed} cannot be read</source>
        <translation>已检测 {count} 篇文档，{failed} 篇无法读取</translation>
    </message>
    <message>
        <source>{group}: {share}</source>
        <translation>{group}：{share}</translation>
    </message>
    <message>
        <source>{identical} word for word, {edited} changed words in between · at most {single} in one source · {plain} neither quoted nor cited</source>
        <translation>逐字相同 {identical}，其间改动的字词 {edited} · 单篇最大文字复制比 {single} · 既无引号也无出处 {plain}</translation>
    </message>
    <message>
        <source>{long} in passages of {words} words and more · {characters} characters · {flags}</source>
        <translation>{words} 词以上的段落 {long} · 总字数 {characters} · {flags}</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>第 {place} 处，共 {count} 处</translation>
    </message>
    <message>
        <source>{share} was left out by hand and still counts: another match has it as well</source>
        <translation>人工排除的内容中有 {share} 仍计入总比例：其他重合也包含同样的内容</translation>
    </message>
    <message>
        <source>{share} without the author&apos;s own works · </source>
        <translation>去除本人已发表文献 {share} · </translation>
    </message>
    <message>
        <source>{title}: {share}</source>
        <translation>{title}：{share}</translation>
    </message>
    <message>
        <source>{total} of the text found elsewhere</source>
        <translation>总文字复制比 {total}</translation>
    </message>
    <message>
        <source>{total} of the text found elsewhere, {left_out} more left out</source>
        <translation>总文字复制比 {total}，另有 {left_out} 未计入</translation>
    </message>
    <message>
        <source>“{name}” cannot be checked: {reason}</source>
        <translation>无法检测“{name}”：{reason}</translation>
    </message>
    <message>
        <source>“{name}” has changed since its check, or is gone. Compare shows the text that was checked.</source>
        <translation>“{name}”自检测以来已有变化或已不存在。“比较”页显示的是检测时的正文。</translation>
    </message>
</context>
<context>
    <name>ChooseDocumentDialog</name>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Choose a document</source>
        <translation>选择一篇文档</translation>
    </message>
    <message>
        <source>Choose two documents</source>
        <translation>选择两篇文档</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Click two documents. What you choose stays chosen while you filter.</source>
        <translation>单击选择两篇文档。筛选时，已选的文档会保留。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Documents of the library</source>
        <translation>文档库中的文档</translation>
    </message>
    <message>
        <source>Filter by name or folder</source>
        <translation>按名称或文件夹筛选</translation>
    </message>
    <message>
        <source>Only documents with a fingerprint are listed.</source>
        <translation>只列出有指纹的文档。</translation>
    </message>
</context>
<context>
    <name>ChooseModel</name>
    <message>
        <source>Characters</source>
        <translation>字符数</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>Choosers</name>
    <message>
        <source>Add a folder of documents</source>
        <translation>添加文档文件夹</translation>
    </message>
    <message>
        <source>Add files and archives</source>
        <translation>添加文件和压缩包</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>文档库</translation>
    </message>
    <message>
        <source>New library</source>
        <translation>新建文档库</translation>
    </message>
    <message>
        <source>Open a library</source>
        <translation>打开文档库</translation>
    </message>
</context>
<context>
    <name>ChosenChip</name>
    <message>
        <source>Choose another document {letter}</source>
        <translation>另选文档 {letter}</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>尚未选择</translation>
    </message>
</context>
<context>
    <name>ClusterDetails</name>
    <message numerus="yes">
        <source>%Ln distinct texts</source>
        <translation>
            <numerusform>%Ln 种不同正文</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Beginning of the text</source>
        <translation>正文开头</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare the medoid with the selected member, or two selected members</source>
        <translation>比较中心文档与所选成员，或比较所选的两个成员</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Members of the cluster</source>
        <translation>文档簇的成员</translation>
    </message>
    <message>
        <source>No cluster chosen</source>
        <translation>未选择文档簇</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>还原列设置</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>{files}, {texts}</source>
        <translation>{files}，{texts}</translation>
    </message>
</context>
<context>
    <name>ClustersModel</name>
    <message>
        <source>At most {size}</source>
        <translation>最多 {size}</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Distances between members: {least} to {greatest} bits</source>
        <translation>成员之间的距离：{least} 至 {greatest} 位</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件数</translation>
    </message>
    <message>
        <source>In every pair of members that was found, at least {share} of the shorter text also appears in the other</source>
        <translation>在找到的每对成员中，较短正文至少有 {share} 也出现在另一篇中</translation>
    </message>
    <message>
        <source>In versions</source>
        <translation>各版本占用</translation>
    </message>
    <message>
        <source>Medoid</source>
        <translation>中心文档</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最近修改</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重合度</translation>
    </message>
    <message>
        <source>Reclaimable</source>
        <translation>可释放</translation>
    </message>
    <message>
        <source>The most typical member of the cluster, which stands for it</source>
        <translation>文档簇中最有代表性的成员</translation>
    </message>
    <message>
        <source>{name}: the weakest relation of any member to the medoid</source>
        <translation>{name}：成员与中心文档之间最弱的关系</translation>
    </message>
</context>
<context>
    <name>ClustersPage</name>
    <message numerus="yes">
        <source>%Ln clusters</source>
        <translation>
            <numerusform>%Ln 个文档簇</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents searched</source>
        <translation>
            <numerusform>已搜索 %Ln 篇文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not confirmed</source>
        <translation>
            <numerusform>%Ln 对未证实</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs</source>
        <translation>
            <numerusform>%Ln 对</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs confirmed</source>
        <translation>
            <numerusform>%Ln 对经正文证实</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs of different documents confirmed</source>
        <translation>
            <numerusform>%Ln 对不同文档经正文证实</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows written to {name}</source>
        <translation>
            <numerusform>已将 %Ln 行写入 {name}</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a folder of documents; near-duplicates are then found automatically.</source>
        <translation>添加一个文档文件夹，随后会自动查找近似重复。</translation>
    </message>
    <message>
        <source>Also list documents that contain one another or share a passage</source>
        <translation>同时列出互相包含或有共同段落的文档</translation>
    </message>
    <message>
        <source>CSV with a mark for spreadsheets (BOM)</source>
        <translation>CSV，带电子表格所需的标记（BOM）</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>文档簇</translation>
    </message>
    <message>
        <source>Clusters appear here in a moment.</source>
        <translation>文档簇稍后会显示在这里。</translation>
    </message>
    <message>
        <source>Compare the medoid with the selected member</source>
        <translation>比较中心文档与所选成员</translation>
    </message>
    <message>
        <source>Contained</source>
        <translation>包含与部分复制</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Documents that contain, quote or partly copy one another</source>
        <translation>相互包含、引用或部分复制的文档</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export pairs or clusters</source>
        <translation>导出文档对或文档簇</translation>
    </message>
    <message>
        <source>Filter: words of the name, files&gt;5, overlap&lt;90, type:pdf, verdict:none</source>
        <translation>筛选：名称中的词、文件数&gt;5、重合度&lt;90、类型:pdf、判定:无</translation>
    </message>
    <message>
        <source>Find documents that are near-duplicates of each other.</source>
        <translation>查找互为近似重复的文档。</translation>
    </message>
    <message>
        <source>Find near-duplicates</source>
        <translation>查找近似重复</translation>
    </message>
    <message>
        <source>Find partial copies</source>
        <translation>查找部分复制</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>From {time}</source>
        <translation>{time} 的结果</translation>
    </message>
    <message>
        <source>From {time}, updating…</source>
        <translation>{time} 的结果，正在更新…</translation>
    </message>
    <message>
        <source>Go to the library</source>
        <translation>转到文档库</translation>
    </message>
    <message>
        <source>Include partial copies</source>
        <translation>包括部分复制</translation>
    </message>
    <message>
        <source>Include unconfirmed</source>
        <translation>包括未证实的</translation>
    </message>
    <message>
        <source>Linkage</source>
        <translation>链接方式</translation>
    </message>
    <message>
        <source>List every candidate pair, even if the texts do not confirm it</source>
        <translation>列出所有候选对，包括正文未证实的</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>图</translation>
    </message>
    <message>
        <source>No cluster matches. Press Esc to show all of them.</source>
        <translation>没有符合条件的文档簇。按 Esc 键显示全部。</translation>
    </message>
    <message>
        <source>No library is open</source>
        <translation>没有打开文档库</translation>
    </message>
    <message>
        <source>No near-duplicates</source>
        <translation>没有近似重复</translation>
    </message>
    <message>
        <source>No near-duplicates or copies</source>
        <translation>没有近似重复，也没有副本</translation>
    </message>
    <message>
        <source>No two documents are versions of the same text.</source>
        <translation>没有两篇文档是同一正文的不同版本。</translation>
    </message>
    <message>
        <source>No two documents are versions of the same text. One may still contain part of another.</source>
        <translation>没有两篇文档是同一正文的不同版本，但一篇仍可能包含另一篇的一部分。</translation>
    </message>
    <message>
        <source>No two documents have more in common than unrelated texts do.</source>
        <translation>任意两篇文档的共同之处都不比互不相关的文档多。</translation>
    </message>
    <message>
        <source>Not known: {terms}. Known: {fields}.</source>
        <translation>未知的条件：{terms}。可用：{fields}。</translation>
    </message>
    <message>
        <source>Not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>On the histogram: lower the threshold</source>
        <translation>在直方图上：降低阈值</translation>
    </message>
    <message>
        <source>On the histogram: raise the threshold</source>
        <translation>在直方图上：提高阈值</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Pairs of folders that share documents</source>
        <translation>含有相同文档的成对文件夹</translation>
    </message>
    <message>
        <source>Passages that are in several documents</source>
        <translation>出现在多篇文档中的段落</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>还原列设置</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Shared passages</source>
        <translation>共有段落</translation>
    </message>
    <message>
        <source>The Library page says why, and what to do.</source>
        <translation>“文档库”页说明了原因和解决办法。</translation>
    </message>
    <message>
        <source>The clusters as a picture</source>
        <translation>用图显示各文档簇</translation>
    </message>
    <message>
        <source>The library is empty</source>
        <translation>文档库是空的</translation>
    </message>
    <message>
        <source>Versions of one text</source>
        <translation>同一正文的各个版本</translation>
    </message>
    <message>
        <source>What a plan can free at most; which copy it keeps can make it less. One file of each content stays. Hard links and files in reference folders, in folders without permission to write, in archives and in mailboxes do not count. What is set aside or in the trash takes up its room until it is deleted there.</source>
        <translation>计划最多能释放的大小，保留哪个副本不同，实际释放的可能更少。每种内容保留一个文件。硬链接，以及参照文件夹、无写入权限的文件夹、压缩包和邮箱中的文件不计在内。移入暂存文件夹或回收站的文件，从那里删除后才会释放空间。</translation>
    </message>
</context>
<context>
    <name>Command</name>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Clear the filter, close what is open</source>
        <translation>清除筛选，关闭已打开的面板</translation>
    </message>
    <message>
        <source>Filter this page</source>
        <translation>筛选本页</translation>
    </message>
    <message>
        <source>Full screen on or off</source>
        <translation>进入或退出全屏</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>New library…</source>
        <translation>新建文档库…</translation>
    </message>
    <message>
        <source>Open library…</source>
        <translation>打开文档库…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Rescan the folders, or search again</source>
        <translation>重新扫描文件夹，或重新搜索</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>CompareBody</name>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>Both fingerprints, and the features behind a bit</source>
        <translation>两个指纹，以及每一位背后的特征</translation>
    </message>
    <message>
        <source>Both texts side by side with their common passages</source>
        <translation>两篇正文并排，标出共同段落</translation>
    </message>
    <message>
        <source>Both texts side by side, every character that differs marked</source>
        <translation>两篇正文并排，标出每个不同的字符</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Every measure of the pair, and what it means</source>
        <translation>这对文档的全部度量及其含义</translation>
    </message>
    <message>
        <source>Features whose vote changed at bit {bit}</source>
        <translation>第 {bit} 位上投票有变化的特征</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Point at a bit to list its features.</source>
        <translation>指向一位即可列出相关特征。</translation>
    </message>
    <message>
        <source>{named}: the first {listed} of {count}</source>
        <translation>{named}：{count} 项中的前 {listed} 项</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Back to the page that the pair was opened from</source>
        <translation>返回打开这对文档的页面</translation>
    </message>
    <message>
        <source>Choose document {letter}…</source>
        <translation>选择文档 {letter}…</translation>
    </message>
    <message>
        <source>Choose documents…</source>
        <translation>选择文档…</translation>
    </message>
    <message>
        <source>Choose the document to compare it with.</source>
        <translation>选择要与它比较的文档。</translation>
    </message>
    <message>
        <source>Choose two documents to see what they have in common, and where they differ.</source>
        <translation>选择两篇文档，查看它们有哪些相同、哪里不同。</translation>
    </message>
    <message>
        <source>Choose two documents…</source>
        <translation>选择两篇文档…</translation>
    </message>
    <message>
        <source>Compare a file from disk</source>
        <translation>比较磁盘上的文件</translation>
    </message>
    <message>
        <source>Copy with the source</source>
        <translation>连同出处复制</translation>
    </message>
    <message>
        <source>Find in both texts</source>
        <translation>在两篇正文中查找</translation>
    </message>
    <message>
        <source>Next common passage; Alt+PgUp: previous one</source>
        <translation>下一处共同段落；Alt+PgUp：上一处</translation>
    </message>
    <message>
        <source>Next place of these words; Shift+F3: previous one</source>
        <translation>这些词的下一处；Shift+F3：上一处</translation>
    </message>
    <message>
        <source>Next place where the texts differ</source>
        <translation>正文的下一处不同</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>还没有可比较的文档</translation>
    </message>
    <message>
        <source>On the bits: move by bit; with Ctrl: by block</source>
        <translation>在指纹位上：逐位移动；按住 Ctrl 逐块移动</translation>
    </message>
    <message>
        <source>On the bits: next difference; with Shift: previous one</source>
        <translation>在指纹位上：下一处不同；按住 Shift：上一处</translation>
    </message>
    <message>
        <source>On the bits: pin the bit and list its features</source>
        <translation>在指纹位上：固定该位并列出其特征</translation>
    </message>
    <message>
        <source>On the bits: the most significant bit; End: the least significant</source>
        <translation>在指纹位上：移到最高位；End：移到最低位</translation>
    </message>
    <message>
        <source>One document is missing</source>
        <translation>还缺一篇文档</translation>
    </message>
    <message>
        <source>Previous place where the texts differ</source>
        <translation>正文的上一处不同</translation>
    </message>
    <message>
        <source>Reading {documents}…</source>
        <translation>正在读取 {documents}…</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 与 B</translation>
    </message>
    <message>
        <source>This document is no longer in the library. Scan its folder again.</source>
        <translation>这篇文档已不在文档库中。请重新扫描它所在的文件夹。</translation>
    </message>
    <message>
        <source>“{name}” cannot be compared: {reason}</source>
        <translation>无法比较“{name}”：{reason}</translation>
    </message>
</context>
<context>
    <name>ConnectDialog</name>
    <message>
        <source>A library on a PostgreSQL server is shared by all who connect to it. Keep the password in a password file (~/.pgpass) or in PGPASSWORD, not in the address.</source>
        <translation>PostgreSQL 服务器上的文档库由所有连接者共用。请把密码放在密码文件（~/.pgpass）或 PGPASSWORD 中，不要写在地址里。</translation>
    </message>
    <message>
        <source>Address of the database</source>
        <translation>数据库地址</translation>
    </message>
    <message>
        <source>An address begins with {scheme}</source>
        <translation>地址以 {scheme} 开头</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect to a library</source>
        <translation>连接文档库</translation>
    </message>
    <message>
        <source>Create a library if this database has none</source>
        <translation>数据库中没有文档库时新建一个</translation>
    </message>
    <message>
        <source>Leave the password out: others could read it.</source>
        <translation>请去掉密码：别人可能会看到。</translation>
    </message>
    <message>
        <source>Name the database too: {example}</source>
        <translation>还需写明数据库：{example}</translation>
    </message>
</context>
<context>
    <name>ContributionsModel</name>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Vote in A</source>
        <translation>A 中的投票</translation>
    </message>
    <message>
        <source>Vote in B</source>
        <translation>B 中的投票</translation>
    </message>
</context>
<context>
    <name>CurveDrawing</name>
    <message>
        <source>bits that differ</source>
        <translation>不同的位数</translation>
    </message>
    <message>
        <source>share of the words that are changed</source>
        <translation>改动的词所占比例</translation>
    </message>
</context>
<context>
    <name>CurveStage</name>
    <message>
        <source>Draw the curve first</source>
        <translation>先画曲线</translation>
    </message>
    <message>
        <source>How much may a text change before its fingerprint does?</source>
        <translation>文本改动多少，指纹才会变？</translation>
    </message>
    <message>
        <source>Mean and spread of twelve repeats. A short text has few votes, so each changed word turns more bits; another order of single words changes nothing at all.</source>
        <translation>重复十二次的均值与离散程度。短文本的投票少，每改一个词翻转的位更多；投票的是单个词时，词的顺序改变则毫无影响。</translation>
    </message>
    <message>
        <source>Measured curve</source>
        <translation>实测曲线</translation>
    </message>
    <message>
        <source>What is done to the words</source>
        <translation>对词做什么</translation>
    </message>
    <message>
        <source>What votes</source>
        <translation>投票的是</translation>
    </message>
    <message>
        <source>a short text of 24 words</source>
        <translation>24 个词的短文本</translation>
    </message>
    <message>
        <source>every {count} neighbouring words</source>
        <translation>每 {count} 个相邻的词</translation>
    </message>
    <message>
        <source>single words</source>
        <translation>单个词</translation>
    </message>
    <message>
        <source>words dropped</source>
        <translation>删去词</translation>
    </message>
    <message>
        <source>words inserted</source>
        <translation>插入词</translation>
    </message>
    <message>
        <source>words moved about</source>
        <translation>移动词</translation>
    </message>
    <message>
        <source>words replaced</source>
        <translation>替换词</translation>
    </message>
</context>
<context>
    <name>CurveTask</name>
    <message>
        <source>0 to 30% more words are put in.</source>
        <translation>另外插入 0 到 30% 的词。</translation>
    </message>
    <message>
        <source>0 to 30% of its words are left out.</source>
        <translation>删去其中 0 到 30% 的词。</translation>
    </message>
    <message>
        <source>0 to 30% of its words are replaced by others.</source>
        <translation>把其中 0 到 30% 的词换成别的词。</translation>
    </message>
    <message>
        <source>0 to 30% of its words change places.</source>
        <translation>让其中 0 到 30% 的词互换位置。</translation>
    </message>
    <message>
        <source>A text of {words} words. {change} {voters} Draw across the chart, or with the arrow keys, how many of the 64 bits differ. (Within {tolerance} bits everywhere is right.)</source>
        <translation>一段 {words} 个词的文本。{change}{voters}请在图上拖动鼠标，或用方向键，画出 64 位中有几位不同。（处处相差不超过 {tolerance} 位就算对。）</translation>
    </message>
    <message>
        <source>Curve of distance against changed words</source>
        <translation>距离随改动词数变化的曲线</translation>
    </message>
    <message>
        <source>Each word has a vote.</source>
        <translation>每个词都投票。</translation>
    </message>
    <message>
        <source>Every {count} neighbouring words have a vote together.</source>
        <translation>每 {count} 个相邻的词合起来投票。</translation>
    </message>
    <message>
        <source>Measured at {share}: {mean} bits, give or take {spread}. The line is the mean of twelve tries, the band how far they spread. The more words a text has, the less each of them counts.</source>
        <translation>{share} 处实测 {mean} ± {spread} 位。线是十二次的平均值，色带是上下波动的范围。词越多，每个词的分量越小。</translation>
    </message>
    <message>
        <source>Your curve is farthest off at {share}: by {gap} bits.</source>
        <translation>你的曲线在 {share} 处偏差最大，差 {gap} 位。</translation>
    </message>
</context>
<context>
    <name>Damage</name>
    <message numerus="yes">
        <source>%Ln files are read again at the next rescan.</source>
        <translation>
            <numerusform>下次重新扫描时将重新读取 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>A table or a column is missing.</source>
        <translation>缺少数据表或列。</translation>
    </message>
    <message>
        <source>An index is missing or out of step with its table.</source>
        <translation>索引缺失，或与其数据表不一致。</translation>
    </message>
    <message>
        <source>Block keys do not match their fingerprints.</source>
        <translation>分块键与指纹不符。</translation>
    </message>
    <message>
        <source>Comparison data do not match the stored texts.</source>
        <translation>比较数据与已存储的正文不符。</translation>
    </message>
    <message>
        <source>Details of documents do not match what was read. Rescan their folders.</source>
        <translation>文档的记录与读取时不符。请重新扫描其文件夹。</translation>
    </message>
    <message>
        <source>Documents have a recipe that is unknown or not the library&apos;s.</source>
        <translation>文档的指纹方案未知，或与文档库的不同。</translation>
    </message>
    <message>
        <source>Entries have values that the program cannot have written.</source>
        <translation>条目含有本程序不可能写入的值。</translation>
    </message>
    <message>
        <source>Entries refer to others that do not exist.</source>
        <translation>条目引用了不存在的条目。</translation>
    </message>
    <message>
        <source>Files are listed with a different document or path than was found.</source>
        <translation>文件所对应的文档或路径与当初找到时不同。</translation>
    </message>
    <message>
        <source>Fingerprints do not match the stored texts.</source>
        <translation>指纹与已存储的正文不符。</translation>
    </message>
    <message>
        <source>Parts of the file cannot be read.</source>
        <translation>文件的某些部分无法读取。</translation>
    </message>
    <message>
        <source>Stored texts are missing or damaged. Rescan their folders.</source>
        <translation>已存储的正文缺失或已损坏。请重新扫描其文件夹。</translation>
    </message>
    <message>
        <source>The damaged file is kept: {name}</source>
        <translation>损坏的文件已保留：{name}</translation>
    </message>
    <message>
        <source>The header of the file is damaged. A repair restores it.</source>
        <translation>文件头损坏。修复可将其恢复。</translation>
    </message>
    <message>
        <source>The library is repaired.</source>
        <translation>文档库已修复。</translation>
    </message>
    <message>
        <source>The version is missing, or does not match the tables.</source>
        <translation>版本缺失，或与数据表不符。</translation>
    </message>
    <message>
        <source>Verdicts, marks, encodings or folders are not what was decided. A repair removes them, and makes such folders reference folders.</source>
        <translation>判定、标记、编码或文件夹与当初的决定不符。修复会移除它们，并把这样的文件夹设为参照文件夹。</translation>
    </message>
    <message>
        <source>What could be repaired was repaired. The rest comes back when you rescan.</source>
        <translation>能修复的都已修复。其余内容会在重新扫描时恢复。</translation>
    </message>
</context>
<context>
    <name>DetailsDialog</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>Diagnostics copied to the clipboard. They contain no text or name of a document.</source>
        <translation>诊断信息已复制到剪贴板，其中不含任何文档的内容或名称。</translation>
    </message>
</context>
<context>
    <name>DocumentColumns</name>
    <message>
        <source>Block keys {keys}</source>
        <translation>分块键 {keys}</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符数</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征数</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件数</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>导入时间</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{name} · Template</source>
        <translation>{name} · 模板</translation>
    </message>
    <message>
        <source>{path}: no longer there, or left out by the rules</source>
        <translation>{path}：已不存在，或被规则排除</translation>
    </message>
</context>
<context>
    <name>DocumentDialog</name>
    <message>
        <source>Author</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符数</translation>
    </message>
    <message>
        <source>Choose another encoding…</source>
        <translation>选择其他编码…</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>所在位置</translation>
    </message>
    <message numerus="yes">
        <source>Found in %Ln places</source>
        <translation>
            <numerusform>所在位置（%Ln 处）</numerusform>
        </translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>读取方式</translation>
    </message>
    <message>
        <source>Template: text found in it is no evidence of copying.</source>
        <translation>模板：其中的正文不能证明抄袭。</translation>
    </message>
    <message>
        <source>Text as the program reads it</source>
        <translation>程序读到的正文</translation>
    </message>
    <message>
        <source>Text as the program reads it (the first {count} characters)</source>
        <translation>程序读到的正文（前 {count} 个字符）</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>{name} (the document says: {code})</source>
        <translation>{name}（文档声明：{code}）</translation>
    </message>
    <message>
        <source>{path} – damaged entry</source>
        <translation>{path}（条目已损坏）</translation>
    </message>
    <message>
        <source>{path} – gone</source>
        <translation>{path}（已不存在）</translation>
    </message>
    <message>
        <source>{path} – left out by the rules</source>
        <translation>{path}（被规则排除）</translation>
    </message>
</context>
<context>
    <name>DocumentLanguage</name>
    <message>
        <source>Arabic script</source>
        <translation>阿拉伯字母</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Chinese (simplified)</source>
        <translation>中文（简体）</translation>
    </message>
    <message>
        <source>Chinese (t)</source>
        <comment>narrow column</comment>
        <translation>中文（繁）</translation>
    </message>
    <message>
        <source>Chinese (traditional)</source>
        <translation>中文（繁体）</translation>
    </message>
    <message>
        <source>Cyrillic script</source>
        <translation>西里尔字母</translation>
    </message>
    <message>
        <source>Devanagari script</source>
        <translation>天城文</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Hebrew script</source>
        <translation>希伯来字母</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩文</translation>
    </message>
    <message>
        <source>Latin script</source>
        <translation>拉丁字母</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰文</translation>
    </message>
</context>
<context>
    <name>DocumentSlot</name>
    <message>
        <source>A file from disk…</source>
        <translation>磁盘上的文件…</translation>
    </message>
    <message>
        <source>Choose document {letter}</source>
        <translation>选择文档 {letter}</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Document {letter}</source>
        <translation>文档 {letter}</translation>
    </message>
    <message>
        <source>From the library…</source>
        <translation>从文档库选择…</translation>
    </message>
    <message>
        <source>No document chosen</source>
        <translation>未选择文档</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
</context>
<context>
    <name>DocumentState</name>
    <message>
        <source>Damaged entry</source>
        <translation>条目已损坏</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Fingerprinted</source>
        <translation>已有指纹</translation>
    </message>
    <message>
        <source>Too short</source>
        <translation>过短</translation>
    </message>
</context>
<context>
    <name>DocumentsPanel</name>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation>
            <numerusform>%Ln 篇文档</numerusform>
        </translation>
    </message>
    <message>
        <source>All states</source>
        <translation>所有状态</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Compare these two</source>
        <translation>比较这两篇</translation>
    </message>
    <message>
        <source>Copy fingerprints</source>
        <translation>复制指纹</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Filter by name or folder</source>
        <translation>按名称或文件夹筛选</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>还原列设置</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Sorting…</source>
        <translation>正在排序…</translation>
    </message>
    <message>
        <source>State of the documents</source>
        <translation>文档状态</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Type of the documents</source>
        <translation>文档类型</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop folders, files or archives here to add them to the library</source>
        <translation>将文件夹、文件或压缩包拖放到此处，即可加入文档库</translation>
    </message>
</context>
<context>
    <name>EncodingDialog</name>
    <message numerus="yes">
        <source>%Ln characters are not valid in this encoding (shown as �).</source>
        <translation>
            <numerusform>有 %Ln 个字符在此编码中无效（显示为 �）。</numerusform>
        </translation>
    </message>
    <message>
        <source>* matches any part of a name, ** any folders in between. A name alone, such as *.txt, applies to every folder.</source>
        <translation>* 匹配名称中的任意部分，** 匹配中间的任意文件夹。只写名称（如 *.txt）则适用于所有文件夹。</translation>
    </message>
    <message>
        <source>Choose the encoding</source>
        <translation>选择编码</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Every character is valid in {encoding}. Does the text look right?</source>
        <translation>每个字符在 {encoding} 中都有效。内容看起来正确吗？</translation>
    </message>
    <message>
        <source>Everything in the folder “{name}”</source>
        <translation>文件夹“{name}”中的所有文件</translation>
    </message>
    <message>
        <source>Everything whose path matches this pattern:</source>
        <translation>路径匹配此模式的所有文件：</translation>
    </message>
    <message>
        <source>Files to read in this encoding</source>
        <translation>用此编码读取的文件</translation>
    </message>
    <message>
        <source>Path pattern</source>
        <translation>路径模式</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Recognise automatically</source>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>The beginning of the file</source>
        <translation>文件开头</translation>
    </message>
    <message>
        <source>The encoding was not recognised. Choose one to see the result.</source>
        <translation>无法识别编码。请选择一种编码查看结果。</translation>
    </message>
    <message>
        <source>There is no preview of this file. Choose an encoding, then look at the document.</source>
        <translation>此文件没有预览。请选择编码，然后查看文档。</translation>
    </message>
    <message numerus="yes">
        <source>These %Ln files</source>
        <translation>
            <numerusform>这 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>This file</source>
        <translation>此文件</translation>
    </message>
</context>
<context>
    <name>EncodingName</name>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯文</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>波罗的海文</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>中欧语言</translation>
    </message>
    <message>
        <source>Chinese, simplified</source>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>Chinese, traditional</source>
        <translation>繁体中文</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里尔文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩文</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰文</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其文</translation>
    </message>
    <message>
        <source>Unicode</source>
        <translation>Unicode</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南文</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>西欧语言</translation>
    </message>
    <message>
        <source>{script} ({name})</source>
        <translation>{script}（{name}）</translation>
    </message>
</context>
<context>
    <name>EncodingSource</name>
    <message>
        <source>as the document declares</source>
        <translation>文档自行声明</translation>
    </message>
    <message>
        <source>certain: every byte is valid</source>
        <translation>确定：每个字节都有效</translation>
    </message>
    <message>
        <source>certain: the file begins with a byte order mark</source>
        <translation>确定：文件以字节顺序标记开头</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>由您选择</translation>
    </message>
    <message>
        <source>guessed from its characters</source>
        <translation>根据字符推测</translation>
    </message>
    <message>
        <source>guessed from the pattern of its bytes</source>
        <translation>根据字节规律推测</translation>
    </message>
    <message>
        <source>{reason}, {share} certain</source>
        <translation>{reason}，可信度 {share}</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>A document of the library has this name, and stays as it is. Choose another name.</source>
        <translation>文档库中有一篇文档正是这个文件，它保持原样。请换一个名称。</translation>
    </message>
    <message>
        <source>A file in this folder has the name of a report but is not one: it stays as it is. Choose another folder.</source>
        <translation>此文件夹中有与报告同名但不是报告的文件，该文件保持不变。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Another program is using the library “{name}”.</source>
        <translation>另一个程序正在使用文档库“{name}”。</translation>
    </message>
    <message>
        <source>Check that its drive is connected and its folder exists, then try again.</source>
        <translation>请确认它所在的磁盘已连接、文件夹存在，然后重试。</translation>
    </message>
    <message>
        <source>Check the network, the address and your password file (~/.pgpass), then try again.</source>
        <translation>请检查网络、地址和密码文件（~/.pgpass），然后重试。</translation>
    </message>
    <message>
        <source>Close the other window or wait for the other scan, then try again.</source>
        <translation>请关闭另一个窗口，或等另一次扫描结束，然后重试。</translation>
    </message>
    <message>
        <source>Free some space on it and try again; everything done so far is kept.</source>
        <translation>请腾出空间后重试；此前完成的工作均已保留。</translation>
    </message>
    <message>
        <source>Give yourself permission to write to it and to its folder, then try again.</source>
        <translation>请为自己授予写入它及其所在文件夹的权限，然后重试。</translation>
    </message>
    <message>
        <source>Install the driver: pip install &apos;simhash-gui[postgresql]&apos;</source>
        <translation>请安装驱动程序：pip install &apos;simhash-gui[postgresql]&apos;</translation>
    </message>
    <message>
        <source>It was left unchanged. Ask whoever runs the server to restore a backup.</source>
        <translation>文档库保持原样。请服务器管理员恢复备份。</translation>
    </message>
    <message>
        <source>It was left unchanged. Check and repair it, or restore a backup of it; your documents are not affected.</source>
        <translation>文件未作改动。请检查并修复文档库，或用备份恢复；您的文档不受影响。</translation>
    </message>
    <message>
        <source>It was left unchanged. Choose a file that this program created.</source>
        <translation>文件未作改动。请选择由本程序创建的文件。</translation>
    </message>
    <message>
        <source>It was left unchanged. Install the newer version, or open another library.</source>
        <translation>文件未作改动。请安装更新的版本，或打开另一个文档库。</translation>
    </message>
    <message>
        <source>Its database has no library. Connect again and choose to create one, or check the address.</source>
        <translation>该数据库中没有文档库。请重新连接并选择新建，或检查地址。</translation>
    </message>
    <message>
        <source>Its disk, or a limit of your account, allows no larger file. Move it to another disk, or raise the limit; everything done so far is kept.</source>
        <translation>所在磁盘或账户限制不允许更大的文件。请将其移到其他磁盘，或提高限制；此前完成的内容都已保留。</translation>
    </message>
    <message>
        <source>Nothing more is written to it. Open it again to use what is there now.</source>
        <translation>不会再向其写入任何内容。请重新打开以使用现在的内容。</translation>
    </message>
    <message>
        <source>Something went wrong inside the program; everything done so far is kept. The details help to find the cause.</source>
        <translation>程序内部出错；此前完成的工作均已保留。详细信息有助于查明原因。</translation>
    </message>
    <message>
        <source>The disk is full. Free some space and try again; everything done so far is kept.</source>
        <translation>磁盘已满。请腾出空间后重试；此前完成的工作均已保留。</translation>
    </message>
    <message>
        <source>The disk of the library “{name}” is full.</source>
        <translation>文档库“{name}”所在的磁盘已满。</translation>
    </message>
    <message>
        <source>The file of the library “{name}” has a second name.</source>
        <translation>文档库“{name}”的文件还有另一个名称。</translation>
    </message>
    <message>
        <source>The file of the library “{name}” is empty.</source>
        <translation>文档库“{name}”的文件是空的。</translation>
    </message>
    <message>
        <source>The journal of this run is damaged. Check and repair the library.</source>
        <translation>此次执行的操作日志已损坏。请检查并修复文档库。</translation>
    </message>
    <message>
        <source>The library does not know this plan or run. Make a new plan.</source>
        <translation>文档库中没有这个计划或执行记录。请重新制定计划。</translation>
    </message>
    <message>
        <source>The library has changed since it was searched. Search again.</source>
        <translation>文档库在搜索之后发生了变化，请重新搜索。</translation>
    </message>
    <message>
        <source>The library no longer has this document.</source>
        <translation>文档库中已没有这篇文档。</translation>
    </message>
    <message>
        <source>The library “{name}” cannot be reached.</source>
        <translation>无法访问文档库“{name}”。</translation>
    </message>
    <message>
        <source>The library “{name}” cannot be used.</source>
        <translation>无法使用文档库“{name}”。</translation>
    </message>
    <message>
        <source>The library “{name}” cannot grow any further.</source>
        <translation>文档库“{name}”不能再增大。</translation>
    </message>
    <message>
        <source>The library “{name}” is damaged.</source>
        <translation>文档库“{name}”已损坏。</translation>
    </message>
    <message>
        <source>The library “{name}” is no longer there.</source>
        <translation>文档库“{name}”已不存在。</translation>
    </message>
    <message>
        <source>The library “{name}” was created by a newer version of the program.</source>
        <translation>文档库“{name}”由更新版本的程序创建。</translation>
    </message>
    <message>
        <source>The library “{name}” was overwritten by another program while it was open.</source>
        <translation>文档库“{name}”在打开期间被另一个程序覆盖。</translation>
    </message>
    <message>
        <source>The operation failed: {reason}</source>
        <translation>操作失败：{reason}</translation>
    </message>
    <message>
        <source>The processes that read documents cannot be started. Reinstall the program; everything done so far is kept.</source>
        <translation>无法启动读取文档的进程。请重新安装本程序；此前完成的工作均已保留。</translation>
    </message>
    <message>
        <source>The stored text of this document is damaged. Rescan its folder.</source>
        <translation>这篇文档存储的正文已损坏。请重新扫描它所在的文件夹。</translation>
    </message>
    <message>
        <source>The system cannot open it: {reason}.</source>
        <translation>系统无法打开：{reason}。</translation>
    </message>
    <message>
        <source>The system cannot read it: {reason}.</source>
        <translation>系统无法读取：{reason}。</translation>
    </message>
    <message>
        <source>There is nothing left in it. Start a new library in its place, or restore a backup; your documents are not affected.</source>
        <translation>文件中已没有任何内容。可以在原处新建文档库，或恢复备份；您的文档不受影响。</translation>
    </message>
    <message>
        <source>There was not enough memory. Close other programs and try again.</source>
        <translation>内存不足。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>This contradicts an earlier verdict. Undo that one first.</source>
        <translation>这与之前的判定矛盾。请先撤销之前的判定。</translation>
    </message>
    <message>
        <source>This file contains no verdicts on documents. Choose a file that was exported here.</source>
        <translation>该文件不含对文档的判定。请选择由本程序导出的文件。</translation>
    </message>
    <message>
        <source>Two programs could write to it at once and destroy it. Delete its other names (hard links), or copy it and open the copy.</source>
        <translation>两个程序可能同时写入并损坏它。请删除它的其他名称（硬链接），或复制该文件并打开副本。</translation>
    </message>
    <message>
        <source>You have no permission to use {name}. Change its permissions and try again.</source>
        <translation>您没有使用 {name} 的权限。请更改权限后重试。</translation>
    </message>
    <message>
        <source>You have no permission to write to the library “{name}”.</source>
        <translation>您没有写入文档库“{name}”的权限。</translation>
    </message>
    <message>
        <source>You may only read it: look around, search and check. Ask its owner for permission to write.</source>
        <translation>您只能读取：可以浏览、查找和检测。需要写入时请向所有者申请权限。</translation>
    </message>
    <message>
        <source>{name} is no longer there.</source>
        <translation>{name} 已不存在。</translation>
    </message>
    <message>
        <source>“{name}” is not a library.</source>
        <translation>“{name}”不是文档库。</translation>
    </message>
</context>
<context>
    <name>ExportKind</name>
    <message>
        <source>Clusters as CSV…</source>
        <translation>文档簇（CSV）…</translation>
    </message>
    <message>
        <source>Clusters as HTML…</source>
        <translation>文档簇（HTML）…</translation>
    </message>
    <message>
        <source>Clusters as JSON…</source>
        <translation>文档簇（JSON）…</translation>
    </message>
    <message>
        <source>Pairs as CSV…</source>
        <translation>文档对（CSV）…</translation>
    </message>
    <message>
        <source>Pairs as JSON…</source>
        <translation>文档对（JSON）…</translation>
    </message>
</context>
<context>
    <name>FailureReason</name>
    <message>
        <source>A program is missing</source>
        <translation>缺少所需程序</translation>
    </message>
    <message>
        <source>A small file that unpacks to a huge one is usually malicious. Delete it, or raise the limit in the settings.</source>
        <translation>解压后极大的小文件通常是恶意文件。请删除它，或在设置中提高上限。</translation>
    </message>
    <message>
        <source>Another program was writing to these files. Try again when it is done.</source>
        <translation>另一个程序正在写入这些文件。请在其完成后重试。</translation>
    </message>
    <message>
        <source>Archives nested too deeply</source>
        <translation>压缩包嵌套过深</translation>
    </message>
    <message>
        <source>Cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>Changed while being read</source>
        <translation>读取时内容发生变化</translation>
    </message>
    <message>
        <source>Choose the encoding of these files; only they are read again.</source>
        <translation>请选择这些文件的编码；只会重新读取这些文件。</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>Enter the password. It is remembered until the program is closed, and never stored.</source>
        <translation>请输入密码。密码只在程序关闭前记住，绝不保存。</translation>
    </message>
    <message>
        <source>Format not supported</source>
        <translation>格式不受支持</translation>
    </message>
    <message>
        <source>Give yourself permission to read these files, then try again.</source>
        <translation>请为自己授予读取这些文件的权限，然后重试。</translation>
    </message>
    <message>
        <source>Install the missing program, or save these files in another format.</source>
        <translation>请安装所缺少的程序，或将文件另存为其他格式。</translation>
    </message>
    <message>
        <source>Needed too much memory</source>
        <translation>占用内存过多</translation>
    </message>
    <message>
        <source>Needs a password</source>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>No longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>No text layer</source>
        <translation>没有文本层</translation>
    </message>
    <message>
        <source>Not text</source>
        <translation>不是文本</translation>
    </message>
    <message>
        <source>Reading was stopped. Raise the memory limit, then try again.</source>
        <translation>读取已停止。请提高内存限制，然后重试。</translation>
    </message>
    <message>
        <source>Reading was stopped. Raise the time limit, or try again when the computer is idle.</source>
        <translation>读取已停止。请提高时间限制，或在电脑空闲时重试。</translation>
    </message>
    <message>
        <source>Save documents in another format; always skip pipes and devices.</source>
        <translation>请将文档另存为其他格式；管道和设备文件请始终跳过。</translation>
    </message>
    <message>
        <source>The reader crashed</source>
        <translation>读取程序崩溃</translation>
    </message>
    <message>
        <source>These are images of pages. Run text recognition (OCR) on them, then rescan.</source>
        <translation>这些文件只有页面图像。请先进行光学字符识别（OCR），再重新扫描。</translation>
    </message>
    <message>
        <source>These files are incomplete or damaged. Get them again from their source.</source>
        <translation>这些文件不完整或已损坏。请从来源重新获取。</translation>
    </message>
    <message>
        <source>These files are probably damaged. Open and save them again, then try again.</source>
        <translation>这些文件可能已损坏。请打开并重新保存，然后重试。</translation>
    </message>
    <message>
        <source>These files contain no text. There is nothing to do.</source>
        <translation>这些文件没有正文，无需处理。</translation>
    </message>
    <message>
        <source>These files exceed the size limit. Raise it, or always skip these files.</source>
        <translation>这些文件超过大小上限。请提高上限，或始终跳过这些文件。</translation>
    </message>
    <message>
        <source>These files look like images or programs. If they are text, choose their encoding.</source>
        <translation>这些文件看起来是图片或程序。如果其实是文本，请选择其编码。</translation>
    </message>
    <message>
        <source>These files or folders were moved or deleted, or their drive is not connected. Restore them and try again, or remove the folder from the library.</source>
        <translation>这些文件或文件夹已被移动或删除，或者所在的磁盘未连接。请恢复后重试，或从文档库中移除该文件夹。</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>Took too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>Unknown encoding</source>
        <translation>编码不明</translation>
    </message>
    <message>
        <source>Unpack these archives, or raise the limit in the settings, then rescan.</source>
        <translation>请解压这些压缩包，或在设置中提高上限，然后重新扫描。</translation>
    </message>
    <message>
        <source>Unpacks to more than the limit</source>
        <translation>解压后超过上限</translation>
    </message>
</context>
<context>
    <name>FamiliesStage</name>
    <message>
        <source>All methods on all samples</source>
        <translation>用全部示例比较各种方法</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>找到</translation>
    </message>
    <message>
        <source>In truth</source>
        <translation>真实关系</translation>
    </message>
    <message>
        <source>Likeness</source>
        <translation>相似程度</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Missed</source>
        <translation>漏掉</translation>
    </message>
    <message>
        <source>Missed, for instance</source>
        <translation>漏掉的例子</translation>
    </message>
    <message>
        <source>Other methods</source>
        <translation>其他方法</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Others: found, but in truth only partly alike or unrelated. Here a threshold of 12 bits is enough; among more documents strangers come as near, so a looser threshold only makes candidates, and the texts decide.</source>
        <translation>其他：找到了，但实际上只是部分重复或无关的文档。这里阈值取 12 位就够了；文档多了，无关文档也会这么近，所以放宽阈值只用来挑候选，最后由正文决定。</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>文档对</translation>
    </message>
    <message>
        <source>SimHash is one of several methods. Each sees something else in a text.</source>
        <translation>SimHash 只是几种方法之一，每种方法看重文本的不同方面。</translation>
    </message>
    <message>
        <source>copies or versions found</source>
        <translation>找到的副本或版本</translation>
    </message>
    <message>
        <source>copy or version</source>
        <translation>副本或版本</translation>
    </message>
    <message>
        <source>strangers</source>
        <translation>无关</translation>
    </message>
    <message>
        <source>strangers found</source>
        <translation>找到的无关文档对</translation>
    </message>
    <message>
        <source>{family}: how many of these pairs does it find, and how many strangers?</source>
        <translation>{family}：下列文档对中，它能找到几对副本或版本，又会误找几对无关文档？</translation>
    </message>
    <message>
        <source>{found} of {true} copies or versions and {strangers} of {others} strangers. The strangers listed are the nearest of all samples: they share everyday words. A looser threshold finds more of both.</source>
        <translation>{true} 对副本或版本中找到 {found} 对，{others} 对无关文档中误找 {strangers} 对。列出的无关文档是全部示例中最接近的：它们共用许多常用词。阈值越宽，两者找到的都越多。</translation>
    </message>
</context>
<context>
    <name>Family</name>
    <message>
        <source>MinHash, estimated 0.5</source>
        <translation>MinHash，估计值 0.5</translation>
    </message>
    <message>
        <source>MinHash, estimated {threshold} or more</source>
        <translation>MinHash，估计值不低于 {threshold}</translation>
    </message>
    <message>
        <source>One of the three longest sentences</source>
        <translation>三个最长的句子中有一句相同</translation>
    </message>
    <message>
        <source>Shingles, Jaccard 0.5</source>
        <translation>片段，Jaccard 0.5</translation>
    </message>
    <message>
        <source>Shingles, Jaccard {threshold} or more</source>
        <translation>片段，Jaccard 不低于 {threshold}</translation>
    </message>
    <message>
        <source>SimHash, within 12 bits</source>
        <translation>SimHash，12 位以内</translation>
    </message>
    <message>
        <source>SimHash, within 3 bits</source>
        <translation>SimHash，3 位以内</translation>
    </message>
    <message>
        <source>SimHash, within {threshold} bits</source>
        <translation>SimHash，{threshold} 位以内</translation>
    </message>
    <message>
        <source>Vector cosine 0.9</source>
        <translation>向量余弦 0.9</translation>
    </message>
    <message>
        <source>Vector cosine {threshold} or more</source>
        <translation>向量余弦不低于 {threshold}</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Count matches that were left out by hand again ({count})</source>
        <translation>恢复计入人工排除的重合（{count}）</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filters ({count} on)</source>
        <translation>筛选（已启用 {count} 项）</translation>
    </message>
    <message>
        <source>Leaves out what more than {count} documents of the library share. What fewer have, such as two versions of one text, still counts.</source>
        <translation>去除文档库中超过 {count} 篇文档共有的内容；只有少数几篇（如同一文章的两个版本）共有的内容仍计入。</translation>
    </message>
    <message>
        <source>Mark own earlier works…</source>
        <translation>标记本人早期作品…</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>更多筛选</translation>
    </message>
    <message>
        <source>More filters ({count} on)</source>
        <translation>更多筛选（已启用 {count} 项）</translation>
    </message>
    <message>
        <source>One phrase on each line:</source>
        <translation>每行一个短语：</translation>
    </message>
    <message>
        <source>Phrases</source>
        <translation>短语</translation>
    </message>
    <message>
        <source>The library has too few documents to tell what many share.</source>
        <translation>文档库中的文档过少，无法判断哪些是套话。</translation>
    </message>
    <message>
        <source>Without a template document…</source>
        <translation>去除模板文档…</translation>
    </message>
    <message>
        <source>Without footnotes</source>
        <translation>去除脚注</translation>
    </message>
    <message>
        <source>Without phrases…</source>
        <translation>去除短语…</translation>
    </message>
    <message>
        <source>Without quotations</source>
        <translation>去除引用</translation>
    </message>
    <message>
        <source>Without short passages</source>
        <translation>去除短段落</translation>
    </message>
    <message>
        <source>Without the bibliography</source>
        <translation>去除参考文献</translation>
    </message>
    <message>
        <source>Without what many documents share</source>
        <translation>去除许多文档共有的套话</translation>
    </message>
    <message>
        <source>{filter} (−{share})</source>
        <translation>{filter}（−{share}）</translation>
    </message>
</context>
<context>
    <name>FolderModel</name>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln 个文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>所有文件夹</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
</context>
<context>
    <name>FolderRole</name>
    <message>
        <source>Excluded</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Not imported, even inside another folder</source>
        <translation>不导入，即使它位于另一个文件夹之内</translation>
    </message>
    <message>
        <source>Read and compared</source>
        <translation>读取并比较</translation>
    </message>
    <message>
        <source>Read and compared, but never changed: its copies are always kept</source>
        <translation>读取并比较，但绝不改动：其中的副本始终保留</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参照</translation>
    </message>
</context>
<context>
    <name>FoldersPanel</name>
    <message numerus="yes">
        <source>%Ln documents are in more than a hundred folders each and were not counted.</source>
        <translation>
            <numerusform>%Ln 篇文档各出现在一百多个文件夹中，未予计入。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more pairs of folders with everything below them, those with the fewest documents, were not compared.</source>
        <translation>
            <numerusform>另有 %Ln 对文件夹（连同其下全部内容，文档最少的）未作比较。</numerusform>
        </translation>
    </message>
    <message>
        <source>All documents directly in it are in the other folder as well.</source>
        <translation>其中直接存放的文档，另一文件夹中都有。</translation>
    </message>
    <message>
        <source>All documents in it and below are in the other folder as well.</source>
        <translation>其中及其子文件夹中的文档，另一文件夹中都有。</translation>
    </message>
    <message>
        <source>Folder A</source>
        <translation>文件夹 A</translation>
    </message>
    <message>
        <source>Folder B</source>
        <translation>文件夹 B</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>In both</source>
        <translation>两边都有</translation>
    </message>
    <message>
        <source>Keep A&apos;s copies…</source>
        <translation>保留 A 中的副本…</translation>
    </message>
    <message>
        <source>Keep B&apos;s copies…</source>
        <translation>保留 B 中的副本…</translation>
    </message>
    <message>
        <source>No two folders share a document.</source>
        <translation>没有两个文件夹含有相同的文档。</translation>
    </message>
    <message>
        <source>Of what is in A and elsewhere keep the copy in A</source>
        <translation>A 与别处都有的文件，保留 A 中的副本</translation>
    </message>
    <message>
        <source>Of what is in B and elsewhere keep the copy in B</source>
        <translation>B 与别处都有的文件，保留 B 中的副本</translation>
    </message>
    <message>
        <source>Only in A</source>
        <translation>仅在 A 中</translation>
    </message>
    <message>
        <source>Only in B</source>
        <translation>仅在 B 中</translation>
    </message>
    <message>
        <source>Other files, such as pictures and files that are empty, hidden or could not be read, are not counted.</source>
        <translation>其他文件不计算在内，例如图片，以及空的、隐藏的和无法读取的文件。</translation>
    </message>
    <message>
        <source>Other version</source>
        <translation>另一版本</translation>
    </message>
    <message>
        <source>Pairs of folders</source>
        <translation>成对的文件夹</translation>
    </message>
    <message>
        <source>Remove A&apos;s copies…</source>
        <translation>移出 A 中的副本…</translation>
    </message>
    <message>
        <source>Remove B&apos;s copies…</source>
        <translation>移出 B 中的副本…</translation>
    </message>
    <message>
        <source>Remove from A what exists elsewhere</source>
        <translation>从 A 中移出别处已有的文件</translation>
    </message>
    <message>
        <source>Remove from B what exists elsewhere</source>
        <translation>从 B 中移出别处已有的文件</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>从文档库移除</translation>
    </message>
    <message>
        <source>Rescan this folder</source>
        <translation>重新扫描此文件夹</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Role of the folder</source>
        <translation>文件夹的用途</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>{folder} and below</source>
        <translation>{folder} 及其以下</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>{count}/min</source>
        <translation>{count}/分钟</translation>
    </message>
    <message>
        <source>{count}/s</source>
        <translation>{count}/秒</translation>
    </message>
    <message>
        <source>{days} d {hours} h</source>
        <translation>{days} 天 {hours} 小时</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} 小时 {minutes} 分</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} 分 {seconds} 秒</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{sentence} {next_sentence}</source>
        <translation>{sentence}{next_sentence}</translation>
    </message>
</context>
<context>
    <name>Gate</name>
    <message>
        <source>Check my answer</source>
        <translation>核对答案</translation>
    </message>
    <message>
        <source>New question</source>
        <translation>下一题</translation>
    </message>
    <message>
        <source>Question no. {seed}</source>
        <translation>题号 {seed}</translation>
    </message>
    <message>
        <source>Show of hands</source>
        <translation>举手人数</translation>
    </message>
    <message>
        <source>such as 12/5/3</source>
        <translation>例如 12/5/3</translation>
    </message>
    <message>
        <source>{right} of {count} first answers right so far</source>
        <translation>总计首次作答 {count} 题，答对 {right} 题</translation>
    </message>
    <message>
        <source>✓ Right. {why}</source>
        <translation>✓ 正确。{why}</translation>
    </message>
    <message>
        <source>✗ Not quite. {why}</source>
        <translation>✗ 不太对。{why}</translation>
    </message>
</context>
<context>
    <name>GlossaryDialog</name>
    <message>
        <source>Find a word</source>
        <translation>查找词语</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>{a} and {b}: {share} in common, distance {distance}</source>
        <translation>{a} 与 {b}：重合 {share}，距离 {distance}</translation>
    </message>
    <message>
        <source>{name}: the medoid</source>
        <translation>{name}：中心文档</translation>
    </message>
    <message>
        <source>{name}: {share} in common with the medoid</source>
        <translation>{name}：与中心文档重合 {share}</translation>
    </message>
</context>
<context>
    <name>HeatMap</name>
    <message>
        <source>{share} of {document} is in {source}</source>
        <translation>{document} 有 {share} 出现在 {source} 中</translation>
    </message>
</context>
<context>
    <name>HelpMenu</name>
    <message>
        <source>About simhash-gui</source>
        <translation>关于 simhash-gui</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
</context>
<context>
    <name>ImportNotice</name>
    <message numerus="yes">
        <source>%Ln files are empty.</source>
        <translation>
            <numerusform>%Ln 个文件为空。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are gone.</source>
        <translation>
            <numerusform>%Ln 个文件已不存在。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files could not be read.</source>
        <translation>
            <numerusform>%Ln 个文件无法读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files read.</source>
        <translation>
            <numerusform>已读取 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files were skipped; none were read.</source>
        <translation>
            <numerusform>跳过了 %Ln 个文件，没有读取任何文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>重新添加</translation>
    </message>
    <message>
        <source>Import stopped. What was read is in the library.</source>
        <translation>导入已停止。已读取的内容已存入文档库。</translation>
    </message>
    <message>
        <source>Marked as a template. From the next search on, its text is no evidence.</source>
        <translation>已设为模板。从下次搜索起，其中的正文不再作为证据。</translation>
    </message>
    <message>
        <source>No files were found.</source>
        <translation>没有找到文件。</translation>
    </message>
    <message>
        <source>No longer a template. The next search counts its text again.</source>
        <translation>已不再是模板。下次搜索时，其中的正文重新计入。</translation>
    </message>
    <message>
        <source>Nothing has changed in the folders.</source>
        <translation>文件夹没有变化。</translation>
    </message>
    <message>
        <source>Read the rest</source>
        <translation>读取其余文件</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Some cannot be read: they show how problems are listed.</source>
        <translation>其中有些文件无法读取，用来演示问题如何列出。</translation>
    </message>
    <message>
        <source>The last import was cut off: not all files have been read.</source>
        <translation>上次导入中断：尚有文件未读取。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“{name}” is a normal folder now.</source>
        <translation>“{name}”现在是普通文件夹。</translation>
    </message>
    <message>
        <source>“{name}” is a reference folder now: its copies are always kept.</source>
        <translation>“{name}”现在是参照文件夹：其中的副本始终保留。</translation>
    </message>
    <message>
        <source>“{name}” is left out from now on.</source>
        <translation>今后不再导入“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” was removed from the library. Its files were not changed; no rescan reads them.</source>
        <translation>“{name}”已移出文档库。其中的文件未作改动，重新扫描时也不会再读取它们。</translation>
    </message>
    <message>
        <source>“{name}” was removed from the library. Its files were not changed; the next rescan reads them again, as files of the reference folder “{folder}”.</source>
        <translation>“{name}”已移出文档库。其中的文件未作改动；下次重新扫描时会作为参照文件夹“{folder}”的文件再次读取。</translation>
    </message>
    <message>
        <source>“{name}” was removed from the library. Its files were not changed; the next rescan reads them again, as normal files of “{folder}”.</source>
        <translation>“{name}”已移出文档库。其中的文件未作改动；下次重新扫描时会作为“{folder}”的普通文件再次读取。</translation>
    </message>
</context>
<context>
    <name>ImportSummaryDialog</name>
    <message>
        <source>Archives</source>
        <translation>压缩包</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Documents with distinct content</source>
        <translation>内容不同的文档</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files identical to another file</source>
        <translation>与其他文件内容相同的文件</translation>
    </message>
    <message>
        <source>Gone since the last import</source>
        <translation>上次导入后已不存在</translation>
    </message>
    <message>
        <source>Identical to another file</source>
        <translation>与其他文件内容相同</translation>
    </message>
    <message>
        <source>In the library now</source>
        <translation>文档库现有</translation>
    </message>
    <message>
        <source>It took {duration}.</source>
        <translation>用时 {duration}。</translation>
    </message>
    <message>
        <source>Moved since the last import</source>
        <translation>上次导入后已移动</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Summary of the import</source>
        <translation>导入摘要</translation>
    </message>
    <message>
        <source>This import</source>
        <translation>本次导入</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>未变化</translation>
    </message>
    <message>
        <source>Unreadable since an earlier import</source>
        <translation>此前的导入中已无法读取</translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln 个失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more jobs waiting</source>
        <translation>
            <numerusform>还有 %Ln 项任务等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>跳过 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel; what is done is kept</source>
        <translation>取消；已完成的部分会保留</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>{job}: paused</source>
        <translation>{job}：已暂停</translation>
    </message>
    <message>
        <source>{job}: stopping…</source>
        <translation>{job}：正在停止…</translation>
    </message>
</context>
<context>
    <name>JobKind</name>
    <message>
        <source>Acting on files</source>
        <translation>处理文件</translation>
    </message>
    <message>
        <source>Changing the recipe</source>
        <translation>更换指纹方案</translation>
    </message>
    <message>
        <source>Checking a folder</source>
        <translation>检测文件夹</translation>
    </message>
    <message>
        <source>Checking the library</source>
        <translation>检查文档库</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Finding near-duplicates</source>
        <translation>查找近似重复</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Marking a passage</source>
        <translation>标记段落</translation>
    </message>
    <message>
        <source>Opening library</source>
        <translation>打开文档库</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>制定计划</translation>
    </message>
    <message>
        <source>Repairing the library</source>
        <translation>修复文档库</translation>
    </message>
    <message>
        <source>Running the laboratory</source>
        <translation>运行实验室</translation>
    </message>
    <message>
        <source>Saving a verdict</source>
        <translation>保存判定</translation>
    </message>
    <message>
        <source>Undoing</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Updating folders</source>
        <translation>更新文件夹</translation>
    </message>
</context>
<context>
    <name>JournalDialog</name>
    <message numerus="yes">
        <source>%Ln files chosen</source>
        <translation>
            <numerusform>已选择 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>继续执行</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>操作日志</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The file is now {path}</source>
        <translation>文件现在是 {path}</translation>
    </message>
    <message>
        <source>The files are now in {folder}</source>
        <translation>这些文件现位于 {folder}</translation>
    </message>
    <message>
        <source>The program has not changed any file of this library. What a plan does is listed here, and can be undone here.</source>
        <translation>程序还没有改动过该文档库的任何文件。计划执行的操作会列在这里，也可以在这里撤销。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>LabMethod</name>
    <message>
        <source>128 lists say which fingerprints have a 0 or a 1 at each bit; a query counts how often each stands in its own 64.</source>
        <translation>128 个列表记下每一位上哪些指纹是 0、哪些是 1；查询时数一数每个指纹在对应的 64 个列表里出现几次。</translation>
    </message>
    <message>
        <source>16 permuted tables</source>
        <translation>16 个置换表</translation>
    </message>
    <message>
        <source>All pairs were left out: they would take {needed}</source>
        <translation>未查找全部的对：需要 {needed}</translation>
    </message>
    <message>
        <source>All variants of the query</source>
        <translation>查询的全部变体</translation>
    </message>
    <message>
        <source>All variants stored</source>
        <translation>存储全部变体</translation>
    </message>
    <message>
        <source>Batch query</source>
        <translation>批量查询</translation>
    </message>
    <message>
        <source>Block neighbours</source>
        <translation>块的邻近键</translation>
    </message>
    <message>
        <source>Compare all</source>
        <translation>逐个比较</translation>
    </message>
    <message>
        <source>Every fingerprint within the distance of the query is made and looked up in a hash table; what stands in the same place there is a candidate.</source>
        <translation>生成与查询相差不超过该距离的每一个指纹，逐个在散列表中查找；表中落在同一位置的指纹就是候选。</translation>
    </message>
    <message>
        <source>Four 16-bit tables</source>
        <translation>四个 16 位表</translation>
    </message>
    <message>
        <source>Not run to its end: its process passed the limit of time or memory</source>
        <translation>未运行完：其进程超过了时间或内存的上限</translation>
    </message>
    <message>
        <source>Not run: a query would take {needed}</source>
        <translation>未运行：一次查询需要 {needed}</translation>
    </message>
    <message>
        <source>Not run: misses pairs beyond distance {limit}</source>
        <translation>未运行：距离超过 {limit} 的对会漏掉</translation>
    </message>
    <message>
        <source>Not run: would take {needed} of memory</source>
        <translation>未运行：需要 {needed} 内存</translation>
    </message>
    <message>
        <source>Not run: would take {needed} to build</source>
        <translation>未运行：建立需要 {needed}</translation>
    </message>
    <message>
        <source>Of each fingerprint only what differs from the one before is kept, the place of its first differing bit in a Huffman code.</source>
        <translation>每个指纹只保存与前一个不同的部分，其中第一个不同位的位置用哈夫曼编码。</translation>
    </message>
    <message>
        <source>One list per bit value</source>
        <translation>每个位值一个列表</translation>
    </message>
    <message>
        <source>One table for each block: what has an equal block is compared.</source>
        <translation>每块一张表：有一块相等的才拿来比较。</translation>
    </message>
    <message>
        <source>SQLite, four indexes</source>
        <translation>SQLite，四个索引</translation>
    </message>
    <message>
        <source>Sorted with other bits in front 16 times, so that what is near agrees on the first 28 bits of one table (Manku, Jain, Das Sarma 2007).</source>
        <translation>把不同的位换到前面，排序 16 遍，使相近的指纹在其中一张表里前 28 位相同（Manku、Jain、Das Sarma 2007）。</translation>
    </message>
    <message>
        <source>Tables for each block, looked up under neighbouring keys too: finds any distance.</source>
        <translation>每块一张表，邻近键也一并查找：任何距离都能找全。</translation>
    </message>
    <message>
        <source>The queries are indexed, and the fingerprints pass by once for all of them (map and reduce).</source>
        <translation>为查询建索引，全部指纹只过一遍（映射与归约）。</translation>
    </message>
    <message>
        <source>The query is compared with every fingerprint.</source>
        <translation>把查询与每个指纹逐一比较。</translation>
    </message>
    <message>
        <source>The same made of every stored fingerprint beforehand: a query is one look-up.</source>
        <translation>事先为每个存储的指纹生成这些变体并存好：一次查询只查一次表。</translation>
    </message>
    <message>
        <source>The same with four indexes of a database, as in your library.</source>
        <translation>同样的查法，用数据库的四个索引，与你的文档库一样。</translation>
    </message>
    <message>
        <source>The same, compressed</source>
        <translation>同上，压缩</translation>
    </message>
    <message>
        <source>{method}: {way}</source>
        <translation>{method}：{way}</translation>
    </message>
</context>
<context>
    <name>LaboratoryStage</name>
    <message>
        <source>A candidate that stands in several tables counts each time. Times of a small run vary. The chart is the time of a query; each line is ten times the one before.</source>
        <translation>同一候选在多张表中出现时，每次都计数。数量少时，时间会有波动。图中是一次查询的时间，每条竖线是前一条的十倍。</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>建立</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Comparisons with a fingerprint for one query, on average: one that is met under several keys counts each time.</source>
        <translation>平均每次查询与指纹比较的次数；同一指纹在几个键下遇到，就计几次。</translation>
    </message>
    <message>
        <source>Cost of each method</source>
        <translation>每种方法的代价</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Fingerprints</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>For one query, on average. A batch looks up the keys of all fingerprints once; each of its queries has its share of them.</source>
        <translation>平均每次查询。批量查询把全部指纹的键各查一遍，由各个查询分摊。</translation>
    </message>
    <message>
        <source>Keys looked up</source>
        <translation>查键次数</translation>
    </message>
    <message>
        <source>Laboratory</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Not run yet. A method that would need too much time or memory says so.</source>
        <translation>尚未运行。内存或时间不够用的方法已事先注明。</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>找到的对数</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Run all methods</source>
        <translation>运行全部方法</translation>
    </message>
    <message>
        <source>So few fingerprints are too far apart to be compressed.</source>
        <translation>指纹太少，彼此相差太远，压缩不了。</translation>
    </message>
    <message>
        <source>Ten ways to search, run on the same fingerprints.</source>
        <translation>十种查找方法，用同一批指纹比一比。</translation>
    </message>
    <message>
        <source>The 16 tables, compressed by Huffman coding, take {share} of their size.</source>
        <translation>16 张表经哈夫曼编码压缩后，大小为原来的 {share}。</translation>
    </message>
    <message>
        <source>Time of a query</source>
        <translation>一次查询的时间</translation>
    </message>
    <message>
        <source>those of my library</source>
        <translation>我的文档库中的</translation>
    </message>
    <message>
        <source>{count} fingerprints, distance {k}: all methods found the same.</source>
        <translation>{count} 个指纹，距离 {k}：所有方法结果相同。</translation>
    </message>
    <message>
        <source>{count} fingerprints, distance {k}: these found something else: {names}</source>
        <translation>{count} 个指纹，距离 {k}：以下方法结果不同：{names}</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
</context>
<context>
    <name>LearnPage</name>
    <message>
        <source>A challenge: one question. Leave it from the menu “For class”.</source>
        <translation>这是一道挑战题。可在菜单“课堂用”中退出。</translation>
    </message>
    <message>
        <source>End the lecture</source>
        <translation>结束讲课</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Export picture (SVG, PNG)…</source>
        <translation>导出图片（SVG、PNG）…</translation>
    </message>
    <message>
        <source>Export trace</source>
        <translation>导出计算过程</translation>
    </message>
    <message>
        <source>Export trace (CSV, JSON)…</source>
        <translation>导出计算过程（CSV、JSON）…</translation>
    </message>
    <message>
        <source>For class</source>
        <translation>课堂用</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>In a lecture: hands, answer, next question</source>
        <translation>讲课时：举手、答案、下一题</translation>
    </message>
    <message>
        <source>Leave the challenge</source>
        <translation>退出挑战</translation>
    </message>
    <message>
        <source>Lecture mode</source>
        <translation>讲课模式</translation>
    </message>
    <message>
        <source>Next stage</source>
        <translation>下一节</translation>
    </message>
    <message>
        <source>Next stage; Alt+Left: previous stage</source>
        <translation>下一节；Alt+Left：上一节</translation>
    </message>
    <message>
        <source>Next step; comma: step back; P: play or pause</source>
        <translation>下一步；逗号：上一步；P：播放或暂停</translation>
    </message>
    <message>
        <source>On bits: move; with Space: mark</source>
        <translation>在指纹位上：移动；空格：标记</translation>
    </message>
    <message>
        <source>On the votes: highlight a word; Left: a bit, with its sum</source>
        <translation>在投票表上：突出显示一个词；左方向键：一个位及其合计</translation>
    </message>
    <message>
        <source>Open challenge</source>
        <translation>打开挑战</translation>
    </message>
    <message>
        <source>Open challenge…</source>
        <translation>打开挑战…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Previous stage</source>
        <translation>上一节</translation>
    </message>
    <message>
        <source>Print the unplugged sheet</source>
        <translation>打印不插电练习单</translation>
    </message>
    <message>
        <source>Print the unplugged sheet (PDF)…</source>
        <translation>打印不插电练习单（PDF）…</translation>
    </message>
    <message>
        <source>Save my results</source>
        <translation>保存我的成绩</translation>
    </message>
    <message>
        <source>Save my results…</source>
        <translation>保存我的成绩…</translation>
    </message>
    <message>
        <source>Save this question as a challenge</source>
        <translation>把此题存为挑战</translation>
    </message>
    <message>
        <source>Save this question as a challenge…</source>
        <translation>把此题存为挑战…</translation>
    </message>
    <message>
        <source>Space: hands, answer, next question. F11: full screen. Esc ends the lecture.</source>
        <translation>空格：举手、答案、下一题。F11：全屏。Esc 结束讲课。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>小节</translation>
    </message>
    <message>
        <source>Stage {number} of {count}.</source>
        <translation>第 {number} 节，共 {count} 节。</translation>
    </message>
    <message>
        <source>This file is not a challenge.</source>
        <translation>此文件不是挑战。</translation>
    </message>
    <message>
        <source>{name} written</source>
        <translation>已写入 {name}</translation>
    </message>
</context>
<context>
    <name>LearnStage</name>
    <message>
        <source>A text without a word (signs and emoji are none) has no votes: all sums are 0, and so are all bits.</source>
        <translation>没有词的文本（符号和表情不算词）没有任何投票：合计全是 0，各位也全是 0。</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>例子</translation>
    </message>
    <message>
        <source>Go on without answering</source>
        <translation>不作答，继续</translation>
    </message>
    <message>
        <source>Language of the example</source>
        <translation>例子的语言</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Now change one thing</source>
        <translation>动手改一改</translation>
    </message>
    <message>
        <source>One character changed</source>
        <translation>改一个字</translation>
    </message>
    <message>
        <source>One word changed</source>
        <translation>改一个词</translation>
    </message>
    <message>
        <source>Sentences in another order</source>
        <translation>句子换顺序</translation>
    </message>
    <message>
        <source>The text was longer: it is cut to {most} characters.</source>
        <translation>文本较长，已截短为 {most} 个字符。</translation>
    </message>
    <message>
        <source>Unrelated texts</source>
        <translation>无关的文本</translation>
    </message>
    <message>
        <source>Worked by hand</source>
        <translation>手算</translation>
    </message>
    <message>
        <source>block {number}</source>
        <translation>块 {number}</translation>
    </message>
    <message>
        <source>block {number}: spoilt</source>
        <translation>块 {number}：已弄坏</translation>
    </message>
    <message>
        <source>block {number}: survives</source>
        <translation>块 {number}：完好</translation>
    </message>
</context>
<context>
    <name>LeftOut</name>
    <message numerus="yes">
        <source>%Ln documents were not compared: the library with their texts cannot be read.</source>
        <translation>
            <numerusform>%Ln 篇文档未参与比较：存有其正文的文档库无法读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: their comparison data are damaged.</source>
        <translation>
            <numerusform>%Ln 篇文档未参与比较：比较数据已损坏。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: their texts are damaged.</source>
        <translation>
            <numerusform>%Ln 篇文档未参与比较：其正文已损坏。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: their texts are missing.</source>
        <translation>
            <numerusform>%Ln 篇文档未参与比较：其正文缺失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were not compared: they have another recipe.</source>
        <translation>
            <numerusform>%Ln 篇文档未参与比较：其指纹方案不同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents were removed by others meanwhile.</source>
        <translation>
            <numerusform>%Ln 篇文档在此期间被他人移除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries were not compared: their state is damaged.</source>
        <translation>
            <numerusform>%Ln 个条目未参与比较：其状态已损坏。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files were not compared: their documents are missing.</source>
        <translation>
            <numerusform>%Ln 个文件未参与比较：其文档缺失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files were not compared: their folder is damaged.</source>
        <translation>
            <numerusform>%Ln 个文件未参与比较：其文件夹记录已损坏。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders are damaged: their roles may be wrong.</source>
        <translation>
            <numerusform>%Ln 个文件夹已损坏，其用途可能有误。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marks are damaged and were not followed.</source>
        <translation>
            <numerusform>%Ln 个标记已损坏，未采用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs were not compared: the process for this ended.</source>
        <translation>
            <numerusform>%Ln 对文档未参与比较：负责比较的进程已中断。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdicts are damaged and were not followed.</source>
        <translation>
            <numerusform>%Ln 条判定已损坏，未采用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check and repair the library.</source>
        <translation>请检查并修复文档库。</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>请重新搜索。</translation>
    </message>
</context>
<context>
    <name>LibraryCheckDialog</name>
    <message>
        <source>Check the library</source>
        <translation>检查文档库</translation>
    </message>
    <message>
        <source>Every entry and every stored text is checked. Nothing is changed.</source>
        <translation>正在检查每个条目和每份已存储的正文。不会更改任何内容。</translation>
    </message>
    <message>
        <source>No damage was found.</source>
        <translation>未发现损坏。</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>The library is being repaired. The damaged file is kept beside it.</source>
        <translation>正在修复文档库。损坏的文件会保留在它旁边。</translation>
    </message>
    <message>
        <source>The library is damaged. A repair copies what can be read, derives the rest again from the stored texts, and marks files to be read again. Your documents are not touched, and the damaged library is kept beside the repaired one.</source>
        <translation>文档库已损坏。修复时会复制可读取的内容，其余部分根据已存储的正文重新生成，并标记需要重新读取的文件。您的文档不会被改动，损坏的文档库会保留在修复后的文档库旁边。</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>检查结果</translation>
    </message>
</context>
<context>
    <name>LibraryContent</name>
    <message>
        <source>Documents appear here as they are read.</source>
        <translation>文档读取后会显示在这里。</translation>
    </message>
    <message>
        <source>No document matches. Press Esc to show all of them.</source>
        <translation>没有符合条件的文档。按 Esc 键显示全部。</translation>
    </message>
    <message>
        <source>Only names and folders are searched here. To find a text by its words, paste them on the Check page.</source>
        <translation>这里只搜索名称和文件夹。要按正文查找，请将其中的词句粘贴到“检测”页。</translation>
    </message>
    <message>
        <source>There are no documents in these folders.</source>
        <translation>这些文件夹中没有文档。</translation>
    </message>
</context>
<context>
    <name>LibraryMenu</name>
    <message>
        <source>Another library can only be opened when the job has ended. What is done is kept.</source>
        <translation>任务结束后才能打开另一个文档库。已完成的部分会保留。</translation>
    </message>
    <message>
        <source>Check the library…</source>
        <translation>检查文档库…</translation>
    </message>
    <message>
        <source>Connect to a library…</source>
        <translation>连接文档库…</translation>
    </message>
    <message>
        <source>It opens as it is; nothing is replaced.</source>
        <translation>将按原样打开，其中的内容不会被替换。</translation>
    </message>
    <message>
        <source>My library</source>
        <translation>我的文档库</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Sample documents</source>
        <translation>示例文档</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Stop and open</source>
        <translation>停止并打开</translation>
    </message>
    <message>
        <source>Stop the running job?</source>
        <translation>停止正在运行的任务？</translation>
    </message>
    <message>
        <source>“{name}” already exists. Open it?</source>
        <translation>“{name}”已存在。要打开它吗？</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation>
            <numerusform>%Ln 篇文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln 个失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln 个文件夹</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gone</source>
        <translation>
            <numerusform>%Ln 个已不存在</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln set aside</source>
        <translation>
            <numerusform>%Ln 个已移走</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln too short</source>
        <translation>
            <numerusform>%Ln 篇过短</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a folder, or drop folders, files or archives anywhere on this window.</source>
        <translation>添加文件夹，或将文件夹、文件或压缩包拖放到此窗口的任意位置。</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Add folder… ({keys})</source>
        <translation>添加文件夹…（{keys}）</translation>
    </message>
    <message>
        <source>Check and repair…</source>
        <translation>检查并修复…</translation>
    </message>
    <message>
        <source>How fingerprints are made; choose another recipe</source>
        <translation>指纹如何生成；选择其他指纹方案</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>还没有文档</translation>
    </message>
    <message>
        <source>Open another library…</source>
        <translation>打开另一个文档库…</translation>
    </message>
    <message>
        <source>Read what has changed in the folders ({keys})</source>
        <translation>读取文件夹中有变化的内容（{keys}）</translation>
    </message>
    <message>
        <source>Recipe: {recipe}…</source>
        <translation>指纹方案：{recipe}…</translation>
    </message>
    <message>
        <source>Remove the chosen folder</source>
        <translation>移除所选文件夹</translation>
    </message>
    <message>
        <source>Rescan</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>Start a new library</source>
        <translation>新建文档库</translation>
    </message>
    <message>
        <source>The library cannot be opened.</source>
        <translation>无法打开文档库。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>not all files read</source>
        <translation>尚有文件未读取</translation>
    </message>
</context>
<context>
    <name>LibraryWatch</name>
    <message>
        <source>Another library was written over “{name}” while it was open. Nothing more is written to it; open it again to see what is there now.</source>
        <translation>文档库“{name}”在打开期间被另一个文档库覆盖。不会再向其写入任何内容；请重新打开以查看现在的内容。</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Others have changed this library; it is shown as it is now.</source>
        <translation>其他人更改了此文档库；现在显示的是最新状态。</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>另存副本…</translation>
    </message>
    <message>
        <source>The library “{name}” was deleted, moved or replaced, or its drive was removed. Nothing more is written to it. Save a copy of what is open to go on with it, or open what is there now.</source>
        <translation>文档库“{name}”已被删除、移动或替换，或其所在磁盘已断开。不会再向它写入任何内容。可将已打开的内容另存为副本后继续使用，或打开该处现有的内容。</translation>
    </message>
    <message>
        <source>The server of the library “{name}” does not answer. Nothing is lost; what you do next can only be kept once it is back.</source>
        <translation>文档库“{name}”所在的服务器没有响应。数据没有丢失；服务器恢复后，接下来的操作才能保存。</translation>
    </message>
</context>
<context>
    <name>LimitsForm</name>
    <message>
        <source> s</source>
        <comment>seconds, after a number</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>A document that needs more than this is skipped and listed under Problems.</source>
        <translation>超过这些限制的文档会被跳过，并列在“问题”中。</translation>
    </message>
    <message>
        <source>File size</source>
        <translation>文件大小</translation>
    </message>
    <message>
        <source>How large a compressed document or an archive may become when unpacked.</source>
        <translation>压缩文档或压缩包解压后的大小上限。</translation>
    </message>
    <message>
        <source>How many levels are opened; 0 opens no archive inside another.</source>
        <translation>打开的层数；0 表示不打开压缩包中的压缩包。</translation>
    </message>
    <message>
        <source>How much memory reading one document may use.</source>
        <translation>读取单个文档最多可使用的内存。</translation>
    </message>
    <message>
        <source>Larger files are not opened.</source>
        <translation>更大的文件不会打开。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Nested archives</source>
        <translation>嵌套的压缩包</translation>
    </message>
    <message>
        <source>Reading a document is stopped after this many seconds.</source>
        <translation>读取单个文档超过此秒数即停止。</translation>
    </message>
    <message>
        <source>Restore defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Unpacked size</source>
        <translation>解压后大小</translation>
    </message>
</context>
<context>
    <name>Linkage</name>
    <message>
        <source>A document joins a cluster if it forms a pair with any member.</source>
        <translation>文档只要与任一成员成对，即可加入文档簇。</translation>
    </message>
    <message>
        <source>A document joins a cluster if it forms a pair with every member.</source>
        <translation>文档须与每个成员都成对，才可加入文档簇。</translation>
    </message>
    <message>
        <source>A document joins a cluster if it is a near-duplicate of the medoid, the most typical member. No chain joins unrelated documents.</source>
        <translation>与中心文档（最典型的成员）近似重复的文档才会归入该文档簇，无关文档不会间接相连。</translation>
    </message>
    <message>
        <source>Around medoids</source>
        <translation>围绕中心文档</translation>
    </message>
    <message>
        <source>Complete linkage</source>
        <translation>全链接</translation>
    </message>
    <message>
        <source>Single linkage</source>
        <translation>单链接</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>No library</source>
        <translation>没有文档库</translation>
    </message>
    <message>
        <source>Start a new library</source>
        <translation>新建文档库</translation>
    </message>
    <message>
        <source>{name} (read only)</source>
        <translation>{name}（只读）</translation>
    </message>
</context>
<context>
    <name>MapPanel</name>
    <message>
        <source>No cluster chosen</source>
        <translation>未选择文档簇</translation>
    </message>
    <message>
        <source>Overview of the clusters</source>
        <translation>各文档簇概览</translation>
    </message>
    <message>
        <source>The chosen cluster as a graph</source>
        <translation>所选文档簇的关系图</translation>
    </message>
    <message>
        <source>The first {shown} of {count} clusters; number: files; stronger colour: more in common</source>
        <translation>前 {shown} 个文档簇（共 {count} 个）；数字为文件数；颜色越浓，重合越多</translation>
    </message>
    <message>
        <source>{count} clusters; number: files; stronger colour: more in common</source>
        <translation>{count} 个文档簇；数字为文件数；颜色越浓，重合越多</translation>
    </message>
    <message>
        <source>{shown} of {count} documents; click a line to compare its two documents</source>
        <translation>{shown} 篇文档（共 {count} 篇）；单击连线可比较两端的文档</translation>
    </message>
</context>
<context>
    <name>MatchedFiles</name>
    <message numerus="yes">
        <source>%Ln files match:</source>
        <translation>
            <numerusform>匹配的文件有 %Ln 个：</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names of files</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Counting files…</source>
        <translation>正在统计文件…</translation>
    </message>
    <message>
        <source>No file in the library matches. The choice is kept for files imported later.</source>
        <translation>文档库中没有匹配的文件。此选择会保留，用于以后导入的文件。</translation>
    </message>
</context>
<context>
    <name>MeasuresPanel</name>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <translation>
            <numerusform>%Ln 个词（字）</numerusform>
        </translation>
    </message>
    <message>
        <source>A found in B (containment)</source>
        <translation>A 在 B 中的包含度</translation>
    </message>
    <message>
        <source>B found in A (containment)</source>
        <translation>B 在 A 中的包含度</translation>
    </message>
    <message>
        <source>Cosine of weights</source>
        <translation>权重余弦</translation>
    </message>
    <message>
        <source>Covered by passages</source>
        <translation>段落覆盖率</translation>
    </message>
    <message>
        <source>Hamming distance</source>
        <translation>汉明距离</translation>
    </message>
    <message>
        <source>How many bits of the fingerprints differ. A small distance makes a candidate; the texts decide.</source>
        <translation>两个指纹有多少位不同。距离小只是成为候选对，最终由正文决定。</translation>
    </message>
    <message>
        <source>How similar the weighted features of both are; fingerprints estimate this.</source>
        <translation>两篇的加权特征有多相似；指纹估计的正是它。</translation>
    </message>
    <message>
        <source>Longest common passage</source>
        <translation>最长的共同段落</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Of all runs of four words or characters in either text, the share that is in both.</source>
        <translation>两篇正文的所有片段（连续四个词，中文按字计）中，两篇共有的比例。</translation>
    </message>
    <message>
        <source>Pair class</source>
        <translation>文档对类别</translation>
    </message>
    <message>
        <source>Shared shingles (Jaccard)</source>
        <translation>共同片段（Jaccard 系数）</translation>
    </message>
    <message>
        <source>The most tokens (words or characters) that any one passage has in common, with small changes allowed in between.</source>
        <translation>任一共同段落中相同的最多词（字）数，中间允许小的改动。</translation>
    </message>
    <message>
        <source>The share of A&apos;s runs of four words or characters that B also has.</source>
        <translation>A 的片段（连续四个词，中文按字计）中，B 也有的比例。</translation>
    </message>
    <message>
        <source>The share of B&apos;s runs of four words or characters that A also has.</source>
        <translation>B 的片段（连续四个词，中文按字计）中，A 也有的比例。</translation>
    </message>
    <message>
        <source>The share of each text&apos;s words or characters that stand word for word in a coloured passage. Check counts all characters instead, with punctuation and spaces.</source>
        <translation>每篇正文有多少词或字逐字出现在着色的段落中。“检测”页则按全部字符计算（含标点和空格）。</translation>
    </message>
    <message>
        <source>The share of words or characters that stay when one text is edited into the other.</source>
        <translation>把一篇正文改成另一篇时，保留不变的词（字）所占的比例。</translation>
    </message>
    <message>
        <source>The share of words or characters that stay. Not measured: these texts are too long and too different.</source>
        <translation>保留不变的词（字）所占的比例。两篇正文太长且差异太大，未作计算。</translation>
    </message>
    <message>
        <source>Unchanged in order (edit share)</source>
        <translation>按顺序未改动（编辑保留率）</translation>
    </message>
    <message>
        <source>What the texts show; fingerprints only find candidates.</source>
        <translation>由正文得出；指纹只用来找出候选对。</translation>
    </message>
    <message>
        <source>{a} of A, {b} of B</source>
        <translation>A 的 {a}，B 的 {b}</translation>
    </message>
    <message>
        <source>{distance} of {width} bits</source>
        <translation>{width} 位中的 {distance} 位</translation>
    </message>
</context>
<context>
    <name>MeasuresView</name>
    <message numerus="yes">
        <source>%Ln of {width} bits differ</source>
        <translation>
            <numerusform>{width} 位中有 %Ln 位不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Beyond the {reach} bits searched by default: this pair is found by its texts, not by fingerprints.</source>
        <translation>超出默认搜索的 {reach} 位：这一对要靠正文而不是指纹来找到。</translation>
    </message>
    <message>
        <source>Block {number} is equal: plain block look-up finds this pair.</source>
        <translation>第 {number} 块相同：直接通过分块查找即可找到这一对。</translation>
    </message>
    <message>
        <source>Blocks {numbers} are equal: plain block look-up finds this pair.</source>
        <translation>第 {numbers} 块相同：直接通过分块查找即可找到这一对。</translation>
    </message>
    <message>
        <source>Features: {shared} shared, {only_a} only in A, {only_b} only in B</source>
        <translation>特征：共有 {shared} 个，仅 A 有 {only_a} 个，仅 B 有 {only_b} 个</translation>
    </message>
    <message>
        <source>Hide bits and votes</source>
        <translation>收起位与投票</translation>
    </message>
    <message>
        <source>Identical texts</source>
        <translation>正文完全相同</translation>
    </message>
    <message>
        <source>Measuring the texts…</source>
        <translation>正在比对正文…</translation>
    </message>
    <message>
        <source>No block is equal: the search finds this pair by probing neighbouring keys.</source>
        <translation>没有相同的块：通过探查邻近键才能找到这一对。</translation>
    </message>
    <message>
        <source>No text in common</source>
        <translation>没有共同内容</translation>
    </message>
    <message>
        <source>Same words</source>
        <translation>词语相同</translation>
    </message>
    <message numerus="yes">
        <source>Same words, %Ln differences in punctuation or case</source>
        <translation>
            <numerusform>词语相同，有 %Ln 个标点或大小写不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Same words, other white space</source>
        <translation>词语相同，仅空白不同</translation>
    </message>
    <message>
        <source>Show bits and votes</source>
        <translation>展开位与投票</translation>
    </message>
    <message>
        <source>The share counts runs of four words, in Chinese of four characters. It is that of the text which has more of itself in the other, as a rule the shorter one. The Check page counts the characters that lie in passages, of all characters of the checked text.</source>
        <translation>此比例按片段（连续四个词，中文按字）计，取两篇中比例较高的一篇，通常是较短的一篇。“检测”页则按段落所含字符占送检正文全部字符的比例计。</translation>
    </message>
    <message>
        <source>These texts are too long to be measured.</source>
        <translation>正文太长，无法比对。</translation>
    </message>
    <message>
        <source>popcount {count}</source>
        <translation>1 的个数：{count}</translation>
    </message>
    <message>
        <source>{class_name} · {remark}</source>
        <translation>{class_name} · {remark}</translation>
    </message>
    <message>
        <source>{overlap} · {class_name}</source>
        <translation>{overlap} · {class_name}</translation>
    </message>
    <message>
        <source>{share} of each text also appears in the other</source>
        <translation>两篇正文各有 {share} 也出现在另一篇中</translation>
    </message>
    <message>
        <source>{share} of {one} also appears in {other}</source>
        <translation>{one} 的 {share} 也出现在 {other} 中</translation>
    </message>
    <message>
        <source>{share} shared</source>
        <translation>共有 {share}</translation>
    </message>
</context>
<context>
    <name>MemberWords</name>
    <message numerus="yes">
        <source>%Ln characters fewer</source>
        <translation>
            <numerusform>少 %Ln 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters more</source>
        <translation>
            <numerusform>多 %Ln 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>all of its text is in the medoid</source>
        <translation>全部正文都在中心文档中</translation>
    </message>
    <message>
        <source>as many characters</source>
        <translation>字符数相同</translation>
    </message>
    <message>
        <source>has all of the medoid&apos;s text</source>
        <translation>含有中心文档的全部正文</translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln days</source>
        <translation>
            <numerusform>新 %Ln 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln hours</source>
        <translation>
            <numerusform>新 %Ln 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln minutes</source>
        <translation>
            <numerusform>新 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln months</source>
        <translation>
            <numerusform>新 %Ln 个月</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newer by %Ln years</source>
        <translation>
            <numerusform>新 %Ln 年</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln days</source>
        <translation>
            <numerusform>旧 %Ln 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln hours</source>
        <translation>
            <numerusform>旧 %Ln 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln minutes</source>
        <translation>
            <numerusform>旧 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln months</source>
        <translation>
            <numerusform>旧 %Ln 个月</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older by %Ln years</source>
        <translation>
            <numerusform>旧 %Ln 年</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MembersModel</name>
    <message numerus="yes">
        <source>%Ln bits from the medoid</source>
        <translation>
            <numerusform>与中心文档相差 %Ln 位</numerusform>
        </translation>
    </message>
    <message>
        <source>= Exact copy</source>
        <translation>= 完全相同的副本</translation>
    </message>
    <message>
        <source>Beside the medoid</source>
        <translation>与中心文档相比</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Compared with the medoid: about {share} of the shorter text also appears in the other. This is an estimate; Compare measures it.</source>
        <translation>与中心文档相比：较短正文约有 {share} 也出现在另一篇中。此为估计值，在“比较”页中会精确计算。</translation>
    </message>
    <message>
        <source>Compared with the medoid: no text in common</source>
        <translation>与中心文档相比：没有共同内容</translation>
    </message>
    <message>
        <source>Compared with the medoid: {share} of the shorter text also appears in the other</source>
        <translation>与中心文档相比：较短正文的 {share} 也出现在另一篇中</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>In an archive or a mailbox, which a plan never changes or removes: this copy stays</source>
        <translation>位于压缩包或邮箱文件内，计划不会改动或移除压缩包和邮箱文件本身，因此该副本保留</translation>
    </message>
    <message>
        <source>Linked only through others: at this threshold it is a pair with other members, but not with the medoid</source>
        <translation>仅经其他成员间接相连：在此阈值下与其他成员成对，但与中心文档不成对</translation>
    </message>
    <message>
        <source>Medoid</source>
        <translation>中心文档</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重合度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>The member with the smallest sum of distances to all others</source>
        <translation>与其余成员的距离之和最小的成员</translation>
    </message>
    <message>
        <source>The same content, byte for byte, as {name}</source>
        <translation>内容与 {name} 逐字节相同</translation>
    </message>
    <message>
        <source>through others</source>
        <translation>间接相连</translation>
    </message>
</context>
<context>
    <name>MythsStage</name>
    <message>
        <source>Fingerprint {letter}</source>
        <translation>指纹 {letter}</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Three mistakes</source>
        <translation>三个常见误解</translation>
    </message>
    <message>
        <source>Three things that people believe about SimHash.</source>
        <translation>人们对 SimHash 的三个误解。</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>投票</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>words</source>
        <translation>个词</translation>
    </message>
    <message>
        <source>{bits}. Unrelated texts agree on each bit by chance half of the time, like two tossed coins, so they end near 32, never near 64. The distance measures an angle, not a share of words.</source>
        <translation>{bits}。两段无关的文本在每一位上有一半机会碰巧相同，就像各抛一枚硬币，所以距离在 32 附近，不会接近 64。距离衡量的是夹角，不是相同词的比例。</translation>
    </message>
    <message>
        <source>{words}: every row above has a vote in every column. No bit belongs to a word; a word that comes twice votes with more weight.</source>
        <translation>{words}：上面每一行在每一列都投了一票。没有哪一位属于某个词；出现两次的词，票的权重更大。</translation>
    </message>
    <message>
        <source>“64 bits are 64 features.” How many different words of this text vote on bit {bit}?</source>
        <translation>“64 位就是 64 个特征。”这段文本里有多少个不同的词给第 {bit} 位投票？</translation>
    </message>
    <message>
        <source>“8 of 64 bits differ, so the texts are 56/64 = 87.5% alike.” Of the {words} words of the longer text, each as often as it comes, the other has {common}: were that true, {belief} bits would differ. How many do? (Within {tolerance} is right.)</source>
        <translation>“64 位中差 8 位，所以有 56/64 = 87.5% 相似。”较长一段共 {words} 个词（重复的也各算一个），其中 {common} 个另一段也有。如果真是这样，就应差 {belief} 位。实际差几位？（相差不超过 {tolerance} 就算对。）</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>default {value}</source>
        <translation>默认 {value}</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>{files} files, overlap from {share}</source>
        <translation>{files} 个文件，重合度从 {share} 起</translation>
    </message>
</context>
<context>
    <name>PageId</name>
    <message>
        <source>Check</source>
        <translation>检测</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>文档簇</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>文档库</translation>
    </message>
</context>
<context>
    <name>PagedTable</name>
    <message>
        <source>Only {copied} of {wanted} rows are copied</source>
        <translation>只复制了 {wanted} 行中的 {copied} 行</translation>
    </message>
</context>
<context>
    <name>PairClass</name>
    <message>
        <source>A contains B</source>
        <translation>A 包含 B</translation>
    </message>
    <message>
        <source>A is contained in B</source>
        <translation>A 包含于 B</translation>
    </message>
    <message>
        <source>A passage of one text is also in the other.</source>
        <translation>一篇中的某个段落也出现在另一篇中。</translation>
    </message>
    <message>
        <source>Contains the medoid</source>
        <translation>包含中心文档</translation>
    </message>
    <message>
        <source>Differs in numbers</source>
        <translation>仅数字不同</translation>
    </message>
    <message>
        <source>Identical text</source>
        <translation>正文相同</translation>
    </message>
    <message>
        <source>Most of A is in B, which has more text.</source>
        <translation>A 的大部分都在 B 中，B 还有别的内容。</translation>
    </message>
    <message>
        <source>Most of B is in A, which has more text.</source>
        <translation>B 的大部分都在 A 中，A 还有别的内容。</translation>
    </message>
    <message>
        <source>Most of it is in the medoid, which has more text.</source>
        <translation>它的大部分都在中心文档中，中心文档还有别的内容。</translation>
    </message>
    <message>
        <source>Most of the medoid is in it, and it has more text.</source>
        <translation>中心文档的大部分都在其中，它还有别的内容。</translation>
    </message>
    <message>
        <source>Near-duplicate</source>
        <translation>近似重复</translation>
    </message>
    <message>
        <source>No more in common than unrelated texts have.</source>
        <translation>共同之处不多于无关的正文。</translation>
    </message>
    <message>
        <source>Numbers that differ: {only_a} in A, {only_b} in B.</source>
        <translation>不同的数字：A 中为 {only_a}，B 中为 {only_b}。</translation>
    </message>
    <message>
        <source>One contains another</source>
        <translation>一篇包含另一篇</translation>
    </message>
    <message>
        <source>One message quotes the other.</source>
        <translation>一封邮件引用了另一封。</translation>
    </message>
    <message>
        <source>One of the texts has so few words or characters that its fingerprint says little; the words themselves decide.</source>
        <translation>其中一篇的词（字）太少，指纹说明不了什么，由正文本身决定。</translation>
    </message>
    <message>
        <source>Part of the medoid</source>
        <translation>中心文档的一部分</translation>
    </message>
    <message>
        <source>Partly copied</source>
        <translation>部分复制</translation>
    </message>
    <message>
        <source>Quotes</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Shared passages only</source>
        <translation>只有共有段落</translation>
    </message>
    <message>
        <source>Short texts with the same words, but other numbers, sizes or codes.</source>
        <translation>词语相同的短文，但数字、尺寸或编号不同。</translation>
    </message>
    <message>
        <source>Short: judged by the text alone</source>
        <translation>短文：只凭正文判断</translation>
    </message>
    <message>
        <source>The same words in the same order; only layout, case or punctuation differ.</source>
        <translation>词语及其顺序都相同，只有版式、大小写或标点不同。</translation>
    </message>
    <message>
        <source>They share only passages that are in many documents.</source>
        <translation>共同之处只有许多文档里都有的段落。</translation>
    </message>
    <message>
        <source>Unrelated</source>
        <translation>无关</translation>
    </message>
    <message>
        <source>Versions of one short text: they share at least {edit_share} of their words in order (in Chinese: characters).</source>
        <translation>同一短文的不同版本：按相同顺序共有的词（中文按字计）至少占 {edit_share}。</translation>
    </message>
    <message>
        <source>Versions of one text: they share at least {jaccard} of all their runs of four words, or {edit_share} of their words in order (in Chinese: characters).</source>
        <translation>同一正文的不同版本：至少 {jaccard} 的片段（连续四个词，中文按字计）为两篇共有，或按相同顺序共有的词（字）至少占 {edit_share}。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{numbers} and {count} more</source>
        <translation>{numbers} 等，另有 {count} 个</translation>
    </message>
</context>
<context>
    <name>PairWay</name>
    <message>
        <source>Enter or a double click shows both texts side by side.</source>
        <translation>按 Enter 键或双击可并排查看两篇正文。</translation>
    </message>
</context>
<context>
    <name>PanelDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>PassageTexts</name>
    <message numerus="yes">
        <source>%Ln common passages</source>
        <translation>
            <numerusform>%Ln 处共同段落</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for common passages…</source>
        <translation>正在查找共同段落…</translation>
    </message>
    <message>
        <source>No common passages</source>
        <translation>没有共同段落</translation>
    </message>
    <message numerus="yes">
        <source>Passage {number} of {count}: %Ln equal tokens</source>
        <translation>
            <numerusform>第 {number} 处，共 {count} 处：%Ln 个词（字）相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Passage {number} of {count}: %Ln equal tokens, moved</source>
        <translation>
            <numerusform>第 {number} 处，共 {count} 处：%Ln 个词（字）相同，位置有移动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %Ln longest common passages</source>
        <translation>
            <numerusform>最长的 %Ln 处共同段落</numerusform>
        </translation>
    </message>
    <message>
        <source>{passages}, {moved} of them moved</source>
        <translation>{passages}，其中 {moved} 处位置有移动</translation>
    </message>
</context>
<context>
    <name>PassagesPanel</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>About how much of the passage it has, by a sample of the words</source>
        <translation>该文件含有此段落的大约比例（按词抽样估计）</translation>
    </message>
    <message>
        <source>Boilerplate</source>
        <translation>套话</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>算作复制</translation>
    </message>
    <message>
        <source>Different words; a Chinese or Japanese character counts as half a word</source>
        <translation>不同的词数；一个汉字或假名算半个词</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Documents with this passage</source>
        <translation>含有此段落的文档</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>From a template</source>
        <translation>来自模板</translation>
    </message>
    <message numerus="yes">
        <source>In %Ln documents</source>
        <translation>
            <numerusform>在 %Ln 篇文档中</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept. The next search will use this mark.</source>
        <translation>已保存。下次搜索时会采用此标记。</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No passage chosen</source>
        <translation>未选择段落</translation>
    </message>
    <message>
        <source>No passage is in three documents or more. What only two documents share is listed by pairs.</source>
        <translation>没有段落出现在三篇或更多文档中。仅两篇文档共有的内容按文档对列出。</translation>
    </message>
    <message>
        <source>Not marked</source>
        <translation>未标记</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Shared passages</source>
        <translation>共有段落</translation>
    </message>
    <message>
        <source>Show the pairs</source>
        <translation>显示文档对</translation>
    </message>
    <message>
        <source>Text of the passage</source>
        <translation>段落正文</translation>
    </message>
    <message>
        <source>The number of documents decides what this passage proves</source>
        <translation>由文档数决定此段落能证明什么</translation>
    </message>
    <message>
        <source>This passage is evidence of copying, however many documents have it</source>
        <translation>无论出现在多少篇文档中，此段落都是复制的证据</translation>
    </message>
    <message>
        <source>This passage is no evidence of copying, however few documents have it</source>
        <translation>无论出现在几篇文档中，此段落都不是复制的证据</translation>
    </message>
    <message>
        <source>To look for shared passages, switch on “Include partial copies”.</source>
        <translation>要查找共有段落，请打开“包括部分复制”。</translation>
    </message>
    <message>
        <source>What this passage is</source>
        <translation>此段落的性质</translation>
    </message>
    <message>
        <source>With fewer than {count} unrelated documents, counting does not tell what is common. Only marked passages and template documents were taken as common.</source>
        <translation>互不相关的文档少于 {count} 篇时，单凭篇数看不出哪些是公共内容：只有已标记的段落和设为模板的文档才算公共内容。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词数</translation>
    </message>
    <message>
        <source>{spread} of them unrelated; versions of one text count once</source>
        <translation>其中互不相关的有 {spread} 篇；同一正文的各个版本只算一篇</translation>
    </message>
</context>
<context>
    <name>PasswordDialog</name>
    <message numerus="yes">
        <source>%Ln locked files</source>
        <translation>
            <numerusform>%Ln 个加密文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Locked files</source>
        <translation>加密文件</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>The password is tried on these files now and on locked files of later imports, until the program is closed. It is never stored.</source>
        <translation>此密码现在会用于这些文件，在程序关闭前也会用于以后导入的加密文件。密码绝不会被保存。</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
</context>
<context>
    <name>PigeonholeStage</name>
    <message>
        <source>A table finds what is equal at once, but not what is nearly equal. So the 64 bits are cut into four blocks: three differing bits fall into at most three of them, and a block that is equal in both is left to look up. This is the pigeonhole: three things in four drawers leave one drawer empty.</source>
        <translation>查表能立刻找到完全相等的，却找不到几乎相等的。所以把 64 位切成四块：三个不同的位最多落在其中三块，总有一块两边相等，可以拿来查表。这就是抽屉原理：三样东西放进四个抽屉，至少有一个空着。</translation>
    </message>
    <message>
        <source>Bits that may differ in each of the four blocks: {radii}. The 16 bits of a block are its key. It is looked up under its own key and under all keys that differ from it in up to so many bits: one bit is 16 more keys, two bits another 120. That is {probes} keys in all. A pair that no block finds differs in at least one bit more in each block: in {missed}, so none is missed.</source>
        <translation>四块中每块允许差的位数：{radii}。一块的 16 位就是它的键。每块除了自己的键，还要查与它相差不超过这么多位的键：差 1 位多查 16 个键，差 2 位再多 120 个。一共查 {probes} 个键。哪一块都找不到的一对，每块至少还要多差 1 位，合起来至少差 {missed} 位：所以不会漏。</translation>
    </message>
    <message>
        <source>Differing bits</source>
        <translation>不同的位</translation>
    </message>
    <message>
        <source>Find everything within a distance of</source>
        <translation>查找的距离上限</translation>
    </message>
    <message>
        <source>Four blocks, three bits</source>
        <translation>四个块，三个位</translation>
    </message>
    <message>
        <source>Mark up to eight bits yourself. With three, one block always survives: looked up in its table, it finds the pair. Why four blocks? Three bits can spoil three blocks, so one more is needed to be left over. Four bits, one in each block, leave none: to find those, cut into five blocks, or look up the neighbours of a block as well.</source>
        <translation>你也可以自己标，最多八位。三个位不同时，总有一块完好：在这一块的表里一查，就能找到这一对。为什么要四块？三个位最多弄坏三块，所以要有第四块。四个不同的位各落一块，就没有完好的块了：要找到这样的一对，可以切成五块，或者把某一块的邻近键也查一遍。</translation>
    </message>
    <message>
        <source>Place as badly as possible</source>
        <translation>最不利的放法</translation>
    </message>
    <message>
        <source>Place at random</source>
        <translation>随机放置</translation>
    </message>
    <message>
        <source>none, the pair is missed</source>
        <translation>没有，这一对会漏掉</translation>
    </message>
    <message>
        <source>{count} differing bits. What survives: {blocks}</source>
        <translation>{count} 个不同的位。完好的：{blocks}</translation>
    </message>
    <message>
        <source>−1: this block is not needed.</source>
        <translation>−1：不需要查这一块。</translation>
    </message>
</context>
<context>
    <name>PlanDialog</name>
    <message numerus="yes">
        <source>%Ln files, {size}. Each is compared byte for byte with its kept copy first.</source>
        <translation>
            <numerusform>%Ln 个文件，{size}。执行前会与保留的副本逐字节比较。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln symbolic links would lead nowhere until undo.</source>
        <translation>
            <numerusform>撤销之前，%Ln 个符号链接将失效。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unticked.</source>
        <translation>
            <numerusform>已取消勾选 %Ln 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would stay; the second list says why.</source>
        <translation>
            <numerusform>%Ln 个会保留，原因见第二个列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>Actions: {count}</source>
        <translation>操作：{count}</translation>
    </message>
    <message>
        <source>Actions; untick what is to stay</source>
        <translation>操作；取消勾选要保留的文件</translation>
    </message>
    <message>
        <source>Changes: {changes}</source>
        <translation>变化：{changes}</translation>
    </message>
    <message numerus="yes">
        <source>Checked, and nothing was changed: %Ln files can be processed.</source>
        <translation>
            <numerusform>已检查，未作任何更改：可处理 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a folder to move to.</source>
        <translation>请选择要移动到的文件夹。</translation>
    </message>
    <message>
        <source>Compare every file with its kept copy now, and change nothing</source>
        <translation>现在将每个文件与其保留的副本逐字节比较，不作任何更改</translation>
    </message>
    <message>
        <source>Do all of this</source>
        <translation>全部执行</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File: {path}</source>
        <translation>文件：{path}</translation>
    </message>
    <message>
        <source>Free on the drive: {sizes}.</source>
        <translation>磁盘可用空间：{sizes}。</translation>
    </message>
    <message>
        <source>Keep a folder&apos;s copies…</source>
        <translation>保留某文件夹中的副本…</translation>
    </message>
    <message>
        <source>Keep by pattern</source>
        <translation>按模式保留</translation>
    </message>
    <message>
        <source>Keep by pattern…</source>
        <translation>按模式保留…</translation>
    </message>
    <message>
        <source>Keep copies whose path matches this regular expression, e.g. {example}:</source>
        <translation>保留路径与此正则表达式匹配的副本，例如 {example}：</translation>
    </message>
    <message>
        <source>Keep the chosen file, and deal with its other copies</source>
        <translation>保留选中的文件，处理它的其他副本</translation>
    </message>
    <message>
        <source>Keep the copies in this folder</source>
        <translation>保留此文件夹中的副本</translation>
    </message>
    <message>
        <source>Keep this one instead</source>
        <translation>改为保留此文件</translation>
    </message>
    <message>
        <source>Keep {path}</source>
        <translation>保留 {path}</translation>
    </message>
    <message>
        <source>Kept: {path}</source>
        <translation>保留：{path}</translation>
    </message>
    <message>
        <source>Move the files to this folder</source>
        <translation>将文件移到此文件夹</translation>
    </message>
    <message>
        <source>Move the rule down</source>
        <translation>下移规则</translation>
    </message>
    <message>
        <source>Move the rule up</source>
        <translation>上移规则</translation>
    </message>
    <message>
        <source>No plan was made. Choose the action again to make one.</source>
        <translation>没有制定计划。请重新选择操作，以制定计划。</translation>
    </message>
    <message>
        <source>Not a valid pattern: {reason}</source>
        <translation>不是有效的模式：{reason}</translation>
    </message>
    <message>
        <source>Nothing to do: all copies stay. The second list says why.</source>
        <translation>无需处理：所有副本都保持不动，原因见第二个列表。</translation>
    </message>
    <message>
        <source>Open plan…</source>
        <translation>打开计划…</translation>
    </message>
    <message>
        <source>Plan for exact copies</source>
        <translation>处理计划：完全相同的副本</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在制定计划…</translation>
    </message>
    <message>
        <source>Save plan…</source>
        <translation>保存计划…</translation>
    </message>
    <message>
        <source>Staying: {count}</source>
        <translation>保持不动：{count}</translation>
    </message>
    <message>
        <source>The plan could not be opened</source>
        <translation>无法打开计划</translation>
    </message>
    <message>
        <source>The plan could not be saved</source>
        <translation>计划无法保存</translation>
    </message>
    <message>
        <source>The room becomes free when the files are deleted from where they went: the “Set aside” folder, or the trash.</source>
        <translation>从暂存文件夹或回收站中删除这些文件后，才会释放空间。</translation>
    </message>
    <message>
        <source>There are no exact copies.</source>
        <translation>没有完全相同的副本。</translation>
    </message>
    <message>
        <source>What happens to the others</source>
        <translation>如何处理其余副本</translation>
    </message>
    <message>
        <source>Whether the trash can take a file, or the drive can link or clone one, is known only when it is done.</source>
        <translation>回收站能否接收文件、磁盘能否链接或克隆文件，要到执行时才知道。</translation>
    </message>
    <message>
        <source>Which copy to keep: drag to reorder</source>
        <translation>保留哪一份副本：拖动排序</translation>
    </message>
    <message>
        <source>Why it stays</source>
        <translation>保持不动的原因</translation>
    </message>
    <message>
        <source>modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>other names outside the library, which undo does not join again:</source>
        <translation>文档库之外的其他硬链接（撤销后不再是同一文件）：</translation>
    </message>
    <message>
        <source>permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>symbolic links to it, which lead nowhere until undo:</source>
        <translation>指向它的符号链接（撤销之前失效）：</translation>
    </message>
    <message>
        <source>{action}: {count}</source>
        <translation>{action}：{count}</translation>
    </message>
    <message>
        <source>{list}.</source>
        <translation>{list}。</translation>
    </message>
    <message>
        <source>{rule} · decides {count}</source>
        <translation>{rule} · 决定 {count} 个</translation>
    </message>
</context>
<context>
    <name>PlanesStage</name>
    <message>
        <source>Angle between the arrows</source>
        <translation>两支箭之间的角度</translation>
    </message>
    <message>
        <source>Angle {angle}°: {count} of 64 lines separate A and B. On average it is 64 × angle / 180° = {expected}.</source>
        <translation>角度 {angle}°：64 条直线中有 {count} 条隔开 A 与 B。平均为 64 × 角度 / 180° = {expected}。</translation>
    </message>
    <message>
        <source>Count how often each word comes: these counts are the coordinates of an arrow. Each bit asks on which side of a random line (with many words: a plane) the arrow lies, 1 or 0. The smaller the angle between two arrows, the fewer lines run between them. (Charikar 2002)</source>
        <translation>把每个词出现的次数当作坐标，一段文本就是一支箭。每一位问：箭在一条随机直线（词多时是超平面）的哪一侧？一侧为 1，另一侧为 0。两支箭的夹角越小，隔在中间的线就越少。（Charikar 2002）</translation>
    </message>
    <message>
        <source>Random planes</source>
        <translation>随机平面</translation>
    </message>
</context>
<context>
    <name>PlannedActs</name>
    <message>
        <source>All files are below {folder}</source>
        <translation>所有文件均位于 {folder}</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Kept copy</source>
        <translation>保留的副本</translation>
    </message>
    <message>
        <source>Why it is kept</source>
        <translation>保留的原因</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>还有 {count} 个</translation>
    </message>
    <message>
        <source>{count} files: {name}, …</source>
        <translation>{count} 个文件：{name}，…</translation>
    </message>
</context>
<context>
    <name>ProblemFiles</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected files:</source>
        <translation>
            <numerusform>选中的 %Ln 个文件：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln files:</source>
        <translation>
            <numerusform>全部 %Ln 个文件：</numerusform>
        </translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>This file:</source>
        <translation>此文件：</translation>
    </message>
</context>
<context>
    <name>ProblemFilesPanel</name>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Files with this problem</source>
        <translation>有此问题的文件</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Technical details…</source>
        <translation>技术细节…</translation>
    </message>
</context>
<context>
    <name>ProblemKind</name>
    <message>
        <source>Always skipped</source>
        <translation>始终跳过</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>Set aside by you</source>
        <translation>由您移走</translation>
    </message>
    <message>
        <source>These files are no longer in their folders. Their texts stay in the library until you forget the files.</source>
        <translation>这些文件已不在其文件夹中。在您永久清除其记录之前，其正文仍保留在文档库中。</translation>
    </message>
    <message>
        <source>You chose to always skip these files. Include them again if you need them.</source>
        <translation>您已选择始终跳过这些文件。需要时可以重新纳入。</translation>
    </message>
    <message>
        <source>You set these copies aside, moved them or put them in the trash. Nothing is wrong with them; the journal brings them back.</source>
        <translation>这些副本由您移入暂存文件夹、移到别处或放入回收站，文件本身没有问题；可在操作日志中恢复。</translation>
    </message>
</context>
<context>
    <name>ProblemNotice</name>
    <message numerus="yes">
        <source>%Ln files will always be skipped.</source>
        <translation>
            <numerusform>今后将始终跳过 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders were removed from the library. Their files were not changed.</source>
        <translation>
            <numerusform>已将 %Ln 个文件夹移出文档库，其中的文件未作改动。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forgot %Ln files; nothing on the disk was changed.</source>
        <translation>
            <numerusform>已清除 %Ln 个文件的记录，磁盘上的文件没有改动。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The password does not open %Ln files: they are still locked.</source>
        <translation>
            <numerusform>此密码打不开 %Ln 个文件：它们仍处于加密状态。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ProblemsPanel</name>
    <message>
        <source>Every file could be read.</source>
        <translation>所有文件都已读取。</translation>
    </message>
    <message>
        <source>No problems so far.</source>
        <translation>目前没有问题。</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Summary of the last import</source>
        <translation>上次导入的摘要</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>{duration} left</source>
        <translation>剩余 {duration}</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <comment>All other platforms</comment>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型：</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>QuestionTask</name>
    <message>
        <source>A and B differ in {count} bits. Which of the four blocks have no differing bit? Mark them, or none.</source>
        <translation>A 与 B 有 {count} 位不同。四个块中哪些没有不同的位？请标记；一块也没有就不标。</translation>
    </message>
    <message>
        <source>Bits {bits}: XOR is one where the fingerprints differ.</source>
        <translation>第 {bits} 位：指纹不同之处，异或为 1。</translation>
    </message>
    <message>
        <source>Bits {bits}: there the sum is above zero.</source>
        <translation>第 {bits} 位：那里的合计大于零。</translation>
    </message>
    <message>
        <source>Bits {bits}: without its votes their sums rise above zero, or no longer do.</source>
        <translation>第 {bits} 位：去掉它投的票，合计变得大于零，或不再大于零。</translation>
    </message>
    <message>
        <source>Fingerprint {letter}</source>
        <translation>指纹 {letter}</translation>
    </message>
    <message>
        <source>Four tables, one for each block of 16 bits. How many keys does a query look up in all to find everything within a distance of {distance}?</source>
        <translation>四张表，每张对应一个 16 位的块。要找到距离不超过 {distance} 的全部指纹，一次查询一共要查多少个键？</translation>
    </message>
    <message>
        <source>How many of the twelve lines separate A from B?</source>
        <translation>十二条线中有几条隔开 A 与 B？</translation>
    </message>
    <message>
        <source>None: with a differing bit in each block, no block is equal, and looking up equal blocks misses this pair. Three bits can never do that, four can.</source>
        <translation>一块也没有：每块各有一个不同的位，就没有相同的块，只查相同的块会漏掉这一对。三位绝不会这样，四位就可能。</translation>
    </message>
    <message>
        <source>Rows {rows} are candidates and are now compared with the query: within distance 3 are {near}, and these stay. The others are never looked at. Each of them has a differing bit in every block, four at least, so nothing within distance 3 is missed.</source>
        <translation>第 {rows} 行是候选，接着与查询逐一比较：距离不超过 3 的第 {near} 行留下。其余各行不会被比较：它们每块至少各差一位，一共至少四位，所以距离不超过 3 的不会漏掉。</translation>
    </message>
    <message>
        <source>Stored fingerprints</source>
        <translation>已存的指纹</translation>
    </message>
    <message>
        <source>The texts of A and B differ in one word. Which bits of their fingerprints differ? Mark them.</source>
        <translation>A 与 B 的文本只差一个词。它们的指纹有哪些位不同？请标记。</translation>
    </message>
    <message>
        <source>The {bits} differing bits lie in {count} of 4 blocks. Untouched: {blocks}.</source>
        <translation>{bits} 个不同的位落在 4 块中的 {count} 块里。完好无损的块：{blocks}。</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>投票</translation>
    </message>
    <message>
        <source>What is the sum of the votes in the column of bit {bit}?</source>
        <translation>第 {bit} 位这一列，投票的合计是多少？</translation>
    </message>
    <message>
        <source>Which bits of the fingerprint are one? Mark them.</source>
        <translation>指纹的哪些位是 1？请标记。</translation>
    </message>
    <message>
        <source>Which rows become candidates, having a block equal to the query&apos;s? Mark them.</source>
        <translation>哪些行与查询有相同的块，会成为候选？请标记。</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>填一个数</translation>
    </message>
    <message>
        <source>block {blocks}, distance {distance}</source>
        <translation>块 {blocks}，距离 {distance}</translation>
    </message>
    <message>
        <source>no equal block, distance {distance}</source>
        <translation>没有相同的块，距离 {distance}</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>{count} of 12: each line between the arrows makes one bit differ.</source>
        <translation>12 条中有 {count} 条：两支箭之间的每条线使一位不同。</translation>
    </message>
    <message>
        <source>{keys}. Bits that may differ in each of the four blocks: {radii}. A block with none is one key, with one bit another 16 keys, with two bits another 120.</source>
        <translation>{keys}。四块中每块允许差的位数：{radii}。不差任何位是 1 个键，差 1 位再加 16 个，差 2 位再加 120 个。</translation>
    </message>
    <message>
        <source>{keys}: one look-up of an equal key in each of the four tables.</source>
        <translation>{keys}：四张表各查一次相同的键。</translation>
    </message>
    <message>
        <source>{votes} = {sum}.</source>
        <translation>{votes} = {sum}。</translation>
    </message>
    <message>
        <source>“{word}” is taken out. Which bits flip? Mark them.</source>
        <translation>去掉“{word}”。哪些位会翻转？请标记。</translation>
    </message>
    <message>
        <source>−1: this block is not needed.</source>
        <translation>−1：不需要查这一块。</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Library: {name}</source>
        <translation>文档库：{name}</translation>
    </message>
</context>
<context>
    <name>ReaderName</name>
    <message>
        <source>E-mail</source>
        <translation>电子邮件</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>Subtitles</source>
        <translation>字幕</translation>
    </message>
</context>
<context>
    <name>ReadingTools</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy with the source</source>
        <translation>连同出处复制</translation>
    </message>
    <message>
        <source>Find in both texts</source>
        <translation>在两篇正文中查找</translation>
    </message>
    <message>
        <source>Lines of a comfortable length</source>
        <translation>适合阅读的行宽</translation>
    </message>
    <message>
        <source>Narrow lines</source>
        <translation>窄行</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>第 {number} 处，共 {count} 处</translation>
    </message>
    <message>
        <source>{number} of {count}, in {side}</source>
        <translation>{side} 中，第 {number} 处，共 {count} 处</translation>
    </message>
    <message>
        <source>“{text}” ({name})</source>
        <translation>“{text}”（{name}）</translation>
    </message>
    <message>
        <source>“{text}” ({name}, characters {start}–{end})</source>
        <translation>“{text}”（{name}，第 {start}–{end} 字符）</translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>Chosen by you</source>
        <translation>由您选择</translation>
    </message>
    <message>
        <source>Outside the folder</source>
        <translation>不在此文件夹中</translation>
    </message>
</context>
<context>
    <name>RecipeDetails</name>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Good for: {what}</source>
        <translation>适合：{what}</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>散列</translation>
    </message>
    <message>
        <source>Weak at: {what}</source>
        <translation>不足：{what}</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>RecipeDialog</name>
    <message>
        <source>A change never needs your original files: the library keeps their texts. The old fingerprints stay in use until all new ones are ready; you can pause or cancel at any time and continue later.</source>
        <translation>更换指纹方案从不需要原始文件：文档库保存着正文。在新指纹全部算好之前，旧指纹继续有效；您可以随时暂停或取消，以后再继续。</translation>
    </message>
    <message>
        <source>A recipe defines which parts of a text go into its fingerprint, and how much each counts.</source>
        <translation>指纹方案规定正文的哪些内容进入指纹，以及各占多少权重。</translation>
    </message>
    <message>
        <source>As in other programs</source>
        <translation>与其他程序一致</translation>
    </message>
    <message>
        <source>Fingerprint recipe</source>
        <translation>指纹方案</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Recipes</source>
        <translation>指纹方案</translation>
    </message>
    <message numerus="yes">
        <source>Recompute %Ln fingerprints</source>
        <translation>
            <numerusform>重新计算 %Ln 个指纹</numerusform>
        </translation>
    </message>
    <message>
        <source>Use this recipe</source>
        <translation>使用此指纹方案</translation>
    </message>
    <message>
        <source>{recipe} (in use)</source>
        <translation>{recipe}（使用中）</translation>
    </message>
</context>
<context>
    <name>RecipeTexts</name>
    <message numerus="yes">
        <source>%Ln fingerprints were recomputed with the recipe “{recipe}”.</source>
        <translation>
            <numerusform>已按指纹方案“{recipe}”重新计算 %Ln 个指纹。</numerusform>
        </translation>
    </message>
    <message>
        <source>1 + logarithm of the count</source>
        <translation>1 + 次数的对数</translation>
    </message>
    <message>
        <source>1 to 5 by TF-IDF</source>
        <translation>按 TF-IDF 分 1 至 5 级</translation>
    </message>
    <message>
        <source>Chinese texts full of set phrases, such as notices and contracts.</source>
        <translation>套话很多的中文文档，例如通知和合同。</translation>
    </message>
    <message>
        <source>Chinese, which is written without spaces between words.</source>
        <translation>中文：词与词之间没有空格。</translation>
    </message>
    <message>
        <source>Continue where it stopped</source>
        <translation>从停下处继续</translation>
    </message>
    <message>
        <source>Custom or earlier recipe</source>
        <translation>自定义或早期的指纹方案</translation>
    </message>
    <message>
        <source>Distances are about twice as large; a little more memory.</source>
        <translation>距离约大一倍；占用内存略多。</translation>
    </message>
    <message>
        <source>Documents of any language and length: revisions, edited copies, other layouts. Start with this one.</source>
        <translation>任何语言、任何长度的文档：修订稿、改动过的副本、不同版式。建议先用这一种。</translation>
    </message>
    <message>
        <source>Every run of three characters, ignoring words.</source>
        <translation>每三个连续字符；不考虑词。</translation>
    </message>
    <message>
        <source>Every word as often as it occurs; order does not matter.</source>
        <translation>每个词按出现次数计；顺序不起作用。</translation>
    </message>
    <message>
        <source>Everything between spaces, hashed with MD5, as in many small programs.</source>
        <translation>空格之间的内容，用 MD5 散列，与许多小程序相同。</translation>
    </message>
    <message>
        <source>Everything between spaces, with the string hash of old Python versions.</source>
        <translation>空格之间的内容，用旧版 Python 的字符串散列。</translation>
    </message>
    <message>
        <source>Fingerprints that must match those of that program bit for bit.</source>
        <translation>需要与该程序算出的指纹逐位相同的情况。</translation>
    </message>
    <message>
        <source>Frequent words outweigh all others, so that prose by one author looks alike.</source>
        <translation>常用词压过其他词，因此同一作者的文章看起来都相似。</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Long prose on one subject, where the wording tells texts apart.</source>
        <translation>同一主题的长文：靠措辞区分。</translation>
    </message>
    <message>
        <source>Old Python string hash, 128 bits</source>
        <translation>旧版 Python 字符串散列，128 位</translation>
    </message>
    <message>
        <source>Other languages: their words all count as equally rare.</source>
        <translation>其他语言：所有词都被视为同样罕见。</translation>
    </message>
    <message>
        <source>Pairs of neighbouring words, as often as they occur.</source>
        <translation>相邻的词对，按出现次数计。</translation>
    </message>
    <message>
        <source>Pairs of words</source>
        <translation>词对</translation>
    </message>
    <message>
        <source>Python package “simhash”</source>
        <translation>Python 软件包“simhash”</translation>
    </message>
    <message>
        <source>Rare words count more</source>
        <translation>罕见词权重更大</translation>
    </message>
    <message>
        <source>Runs of characters</source>
        <translation>连续字符</translation>
    </message>
    <message>
        <source>Runs of four characters, hashed with MD5, as in 1e0ng/simhash.</source>
        <translation>每四个连续字符，用 MD5 散列，与 1e0ng/simhash 相同。</translation>
    </message>
    <message>
        <source>Short texts: one changed word changes two pairs.</source>
        <translation>短文：改一个词就改变两个词对。</translation>
    </message>
    <message>
        <source>Single words</source>
        <translation>单个词</translation>
    </message>
    <message>
        <source>Single words; the rarer a word is in a Chinese word list, the more it counts.</source>
        <translation>单个词；在中文词表中越罕见的词，权重越大。</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Standard, 128 bits</source>
        <translation>标准，128 位</translation>
    </message>
    <message>
        <source>Stopped. The library keeps its recipe “{kept}” and all its fingerprints.</source>
        <translation>已停止。文档库保持指纹方案“{kept}”及其全部指纹。</translation>
    </message>
    <message>
        <source>Texts of one language share many runs, related or not.</source>
        <translation>同一语言的正文即使无关，也有许多相同的连续字符。</translation>
    </message>
    <message>
        <source>Texts on the same subject, because they share keywords too.</source>
        <translation>主题相同的文档：它们的关键词也相同。</translation>
    </message>
    <message>
        <source>Texts whose paragraphs were reordered.</source>
        <translation>段落顺序被调换的文档。</translation>
    </message>
    <message>
        <source>Texts with many typing or recognition errors, lists of names, codes.</source>
        <translation>有许多录入或识别错误的文档、名单、代码。</translation>
    </message>
    <message>
        <source>The same as the standard recipe, with twice as many bits.</source>
        <translation>与标准指纹方案相同，位数加倍。</translation>
    </message>
    <message>
        <source>The twenty most significant words according to jieba, with their weights, as in yanyiwu/simhash.</source>
        <translation>由 jieba 选出的二十个最有代表性的词及其权重，与 yanyiwu/simhash 相同。</translation>
    </message>
    <message>
        <source>Very large libraries, where 64 bits yield too many unrelated candidates.</source>
        <translation>非常大的文档库：64 位会产生太多无关的候选对。</translation>
    </message>
    <message>
        <source>Words and pairs of neighbouring words; in Chinese, characters and their pairs, simplified and traditional alike. A frequent word counts only a little more than one that occurs once.</source>
        <translation>词和相邻词对；中文为单字和相邻字对，简体与繁体视为相同。出现多次的词只比出现一次的词权重略大。</translation>
    </message>
    <message>
        <source>Words by MD5</source>
        <translation>词（MD5）</translation>
    </message>
    <message>
        <source>as given by the keywords</source>
        <translation>随关键词给出</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>count × rarity (TF-IDF)</source>
        <translation>次数 × 罕见程度（TF-IDF）</translation>
    </message>
    <message>
        <source>keywords</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>letters, digits and Han</source>
        <translation>字母、数字和汉字</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>words between spaces</source>
        <translation>空格之间的词</translation>
    </message>
    <message>
        <source>words, or characters of scripts without spaces</source>
        <translation>词；书写时不留空格的语言则为字</translation>
    </message>
    <message>
        <source>{tokens}, in runs of {sizes}</source>
        <translation>{tokens}，每组连续 {sizes} 个</translation>
    </message>
</context>
<context>
    <name>Refusal</name>
    <message>
        <source>another name (hard link) of the kept copy: removing it would free nothing</source>
        <translation>保留的副本的另一个名称（硬链接），移除不会释放空间</translation>
    </message>
    <message>
        <source>by your verdict the same as</source>
        <translation>按您的判定，与此文件相同</translation>
    </message>
    <message>
        <source>changed since it was imported: rescan its folder</source>
        <translation>导入后有改动：请重新扫描其文件夹</translation>
    </message>
    <message>
        <source>changed since it was planned</source>
        <translation>制定计划后已更改</translation>
    </message>
    <message>
        <source>in a folder of files that were set aside, which may be deleted</source>
        <translation>位于暂存文件夹中，该文件夹可能会被删除</translation>
    </message>
    <message>
        <source>in a reference folder</source>
        <translation>位于参照文件夹中</translation>
    </message>
    <message>
        <source>in a reference or excluded folder, or the same file as one there</source>
        <translation>位于参照或排除的文件夹，或与其中的文件是同一个文件</translation>
    </message>
    <message>
        <source>in a trash, which may be emptied</source>
        <translation>在可能被清空的回收站中</translation>
    </message>
    <message>
        <source>in an excluded folder</source>
        <translation>位于排除的文件夹中</translation>
    </message>
    <message>
        <source>inside an archive or a mailbox, which a plan never changes or removes</source>
        <translation>位于压缩包或邮箱文件内，计划不会改动或移除压缩包和邮箱文件本身</translation>
    </message>
    <message>
        <source>it is neither where it was nor where it went</source>
        <translation>原位置和目标位置都找不到此文件</translation>
    </message>
    <message>
        <source>its bytes are not those of the kept copy</source>
        <translation>内容与保留的副本并非逐字节相同</translation>
    </message>
    <message>
        <source>its digest is missing from the library</source>
        <translation>文档库中缺少其摘要</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>not a file of this library</source>
        <translation>不是此文档库中的文件</translation>
    </message>
    <message>
        <source>not a plain file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>on another drive</source>
        <translation>位于另一磁盘</translation>
    </message>
    <message>
        <source>reached through a symbolic link</source>
        <translation>经由符号链接到达</translation>
    </message>
    <message>
        <source>something else is there</source>
        <translation>目标位置已有其他文件</translation>
    </message>
    <message>
        <source>the kept copy is another file than planned</source>
        <translation>保留的副本已不是计划中的文件</translation>
    </message>
    <message>
        <source>the kept copy is in a reference folder, and a hard link would be a second name of it</source>
        <translation>保留的副本在参照文件夹中，硬链接会成为它的另一个名称</translation>
    </message>
    <message>
        <source>the kept copy is not there, or cannot be read</source>
        <translation>保留的副本不存在或无法读取</translation>
    </message>
    <message>
        <source>the kept copy may soon be gone</source>
        <translation>保留的副本可能会被删除</translation>
    </message>
    <message>
        <source>the last copy of its content</source>
        <translation>此内容的最后一份副本</translation>
    </message>
    <message>
        <source>the rules do not say which copy to keep</source>
        <translation>规则未能确定保留哪一份副本</translation>
    </message>
    <message>
        <source>the run was undone before this was done</source>
        <translation>尚未处理时，此次执行已撤销</translation>
    </message>
    <message>
        <source>the same file as one in a reference or excluded folder</source>
        <translation>与参照或排除的文件夹中的文件是同一个文件</translation>
    </message>
    <message>
        <source>the system refuses</source>
        <translation>系统拒绝</translation>
    </message>
    <message>
        <source>this drive cannot do it</source>
        <translation>此磁盘不支持该操作</translation>
    </message>
    <message>
        <source>this drive has no trash, or is full, or its trash does not take this name</source>
        <translation>此磁盘没有回收站、磁盘已满，或回收站不接受这个文件名</translation>
    </message>
    <message>
        <source>unticked by you</source>
        <translation>您取消了勾选</translation>
    </message>
    <message>
        <source>what the journal says of it is damaged; check and repair the library</source>
        <translation>操作日志中的相关记录已损坏；请检查并修复文档库</translation>
    </message>
    <message>
        <source>{reason}: {detail}</source>
        <translation>{reason}：{detail}</translation>
    </message>
</context>
<context>
    <name>RelationsPanel</name>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Contained and copied documents</source>
        <translation>被包含或复制的文档</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Document A</source>
        <translation>文档 A</translation>
    </message>
    <message>
        <source>Document B</source>
        <translation>文档 B</translation>
    </message>
    <message>
        <source>How much of the shorter text also appears in the other</source>
        <translation>较短正文有多少也出现在另一篇中</translation>
    </message>
    <message>
        <source>In how many bits the fingerprints differ: where only a part is shared, many</source>
        <translation>两个指纹有多少位不同：只有一部分相同时会有许多位</translation>
    </message>
    <message>
        <source>No document contains, quotes or partly copies another. Add more documents to look for such pairs among them.</source>
        <translation>没有文档包含、引用或部分复制另一篇。可添加更多文档，再从中查找此类文档对。</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重合度</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>To look for such pairs, switch on “Include partial copies”.</source>
        <translation>要查找这样的文档对，请打开“包括部分复制”。</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Contents</source>
        <translation>报告内容</translation>
    </message>
    <message>
        <source>Figures only</source>
        <translation>简洁</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Full report</source>
        <translation>完整报告</translation>
    </message>
    <message>
        <source>Full text, marked</source>
        <translation>全文标明引文</translation>
    </message>
    <message>
        <source>Full text, side by side</source>
        <translation>全文对照</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Leave out the names of files and folders</source>
        <translation>隐去文件名和文件夹名</translation>
    </message>
    <message>
        <source>Write the report</source>
        <translation>生成报告</translation>
    </message>
    <message>
        <source>Write…</source>
        <translation>生成…</translation>
    </message>
</context>
<context>
    <name>ReviewRunState</name>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在执行</translation>
    </message>
</context>
<context>
    <name>Reviewing</name>
    <message>
        <source>Journal and undo…</source>
        <translation>操作日志与撤销…</translation>
    </message>
    <message>
        <source>List of verdicts…</source>
        <translation>判定列表…</translation>
    </message>
    <message>
        <source>Plan for exact copies, journal, verdicts</source>
        <translation>完全相同的副本的处理计划、操作日志与判定</translation>
    </message>
    <message>
        <source>Plan for exact copies…</source>
        <translation>处理完全相同的副本…</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Undo the last verdict</source>
        <translation>撤销上一个判定</translation>
    </message>
    <message>
        <source>Undo the last verdict or action</source>
        <translation>撤销上一个判定或操作</translation>
    </message>
    <message>
        <source>Write a note on the verdict</source>
        <translation>为判定写备注</translation>
    </message>
</context>
<context>
    <name>RuleKind</name>
    <message>
        <source>In a reference folder</source>
        <translation>位于参照文件夹</translation>
    </message>
    <message>
        <source>In this folder…</source>
        <translation>位于此文件夹…</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>正文最长</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>最旧</translation>
    </message>
    <message>
        <source>Path matches this pattern…</source>
        <translation>路径匹配此模式…</translation>
    </message>
    <message>
        <source>Richest format</source>
        <translation>格式最丰富</translation>
    </message>
    <message>
        <source>Shortest path</source>
        <translation>路径最短</translation>
    </message>
</context>
<context>
    <name>RulesForm</name>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>All types that can be read</source>
        <translation>所有可读取的类型</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>任意大小</translation>
    </message>
    <message>
        <source>Except files like</source>
        <translation>但不包括这些文件</translation>
    </message>
    <message>
        <source>File extensions separated by spaces, e.g. .docx .pdf .txt. Archives are always opened.</source>
        <translation>以空格分隔的扩展名，例如 .docx .pdf .txt。压缩包总会打开。</translation>
    </message>
    <message>
        <source>File types</source>
        <translation>文件类型</translation>
    </message>
    <message>
        <source>Follow links to files and folders</source>
        <translation>跟随指向文件和文件夹的链接</translation>
    </message>
    <message>
        <source>Include hidden files and folders</source>
        <translation>包括隐藏的文件和文件夹</translation>
    </message>
    <message>
        <source>Maximum size</source>
        <translation>大小上限</translation>
    </message>
    <message>
        <source>Minimum size</source>
        <translation>大小下限</translation>
    </message>
    <message>
        <source>Not a valid pattern: {pattern}</source>
        <translation>不是有效的模式：{pattern}</translation>
    </message>
    <message>
        <source>One pattern per line, as in .gitignore: *.log, drafts/, /old/**/*.doc. A .simhashignore file in a folder does the same for that folder.</source>
        <translation>每行一个模式，写法同 .gitignore：*.log、drafts/、/old/**/*.doc。文件夹中的 .simhashignore 文件对该文件夹起同样的作用。</translation>
    </message>
    <message>
        <source>Only files like</source>
        <translation>只包括这些文件</translation>
    </message>
    <message>
        <source>Save and rescan</source>
        <translation>保存并重新扫描</translation>
    </message>
    <message>
        <source>These rules belong to the open library.</source>
        <translation>这些规则属于当前打开的文档库。</translation>
    </message>
</context>
<context>
    <name>SameTask</name>
    <message>
        <source>B (chosen row)</source>
        <translation>B（选中的行）</translation>
    </message>
    <message>
        <source>Rows {rows} have distance 0 and are other texts. Votes are only added up, in whatever order; and where all is said twice, every sum doubles and keeps its sign. So the program compares the texts before it calls a pair near-duplicate.</source>
        <translation>第 {rows} 行的距离是 0，却是不同的文本。投出的票只是相加，与顺序无关；整段说两遍时，每个合计都加倍，符号不变。所以程序还要比较正文本身，才判定一对文档近似重复。</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>distance {distance}</source>
        <translation>距离 {distance}</translation>
    </message>
    <message>
        <source>“Distance 0 means the same text.” Which of these have exactly the fingerprint of A? Mark them.</source>
        <translation>“距离 0 就是同一段文本。”下面哪些文本的指纹与 A 完全相同？请标出来。</translation>
    </message>
</context>
<context>
    <name>SamplesCard</name>
    <message>
        <source>No, thanks</source>
        <translation>不用了</translation>
    </message>
    <message>
        <source>Open the samples</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Take a look around first</source>
        <translation>先看看示例</translation>
    </message>
    <message>
        <source>The sample documents are short texts in English and Chinese, including copies, revisions and edits. They get a library of their own.</source>
        <translation>示例文档是中英文短文，其中有副本、修订稿和改动过的版本，存放在单独的文档库中。</translation>
    </message>
</context>
<context>
    <name>SavedFilters</name>
    <message>
        <source>Remove this filter</source>
        <translation>移除此筛选</translation>
    </message>
    <message>
        <source>Save this filter</source>
        <translation>保存此筛选</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Not all of your settings could be read; defaults apply in their place. The old file is kept.</source>
        <translation>部分设置无法读取，已改用默认值。旧文件已保留。</translation>
    </message>
    <message>
        <source>The library “{name}” was upgraded to this version of the program. A copy from before is kept: {copy}</source>
        <translation>文档库“{name}”已升级到本程序的当前版本。升级前的副本保留为：{copy}</translation>
    </message>
    <message>
        <source>The log of a library that was moved away or deleted had stayed beside “{name}”. It may have the last writes of that library and is kept: {log}. To get them back, put it beside that library, and name it as the library is, with “{ending}” at the end.</source>
        <translation>“{name}”旁边留有一个已移走或已删除的文档库的日志，其中可能有那个文档库最后写入的内容，现保留为：{log}。要找回这些内容，请把它放到那个文档库旁边，名称改为那个文档库的文件名加“{ending}”。</translation>
    </message>
    <message>
        <source>You may only read the library “{name}”: look around, search and check. Ask its owner for permission to write.</source>
        <translation>您只能读取文档库“{name}”：可以浏览、查找和检测。需要写入时请向所有者申请权限。</translation>
    </message>
    <message>
        <source>Your settings could not be saved; they apply until you close the window.</source>
        <translation>设置未能保存；关闭窗口之前仍然有效。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>As many as processors</source>
        <translation>与处理器数相同</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Imported files</source>
        <translation>导入的文件</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Worker processes</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Worker processes read documents; fewer of them leave more processing power to other programs.</source>
        <translation>工作进程用来读取文档；减少其数量可为其他程序留出更多资源。</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>1 if the sum is above 0</source>
        <translation>合计大于 0 写 1</translation>
    </message>
    <message>
        <source>A game without a computer. It shows how the words of a text vote.</source>
        <translation>不用电脑的游戏。它说明正文中的词怎样投票。</translation>
    </message>
    <message>
        <source>Each pupil takes one row: you are the hash of this word.</source>
        <translation>每个学生认领一行：你就是这个词的散列。</translation>
    </message>
    <message>
        <source>For each bit in turn, from the left: have a 1? Call plus your weight.</source>
        <translation>从左边起逐位进行：是 1 吗？喊出加上你的权重。</translation>
    </message>
    <message>
        <source>Hamming distance: {distance}</source>
        <translation>汉明距离：{distance}</translation>
    </message>
    <message>
        <source>Have a 0? Call minus your weight. The class adds up.</source>
        <translation>是 0 吗？喊出减去你的权重。全班相加。</translation>
    </message>
    <message>
        <source>How many bits differ? That is the Hamming distance: ____</source>
        <translation>有多少位不同？这就是汉明距离：____</translation>
    </message>
    <message>
        <source>If the sum is above zero, write 1, else 0. That row is the fingerprint.</source>
        <translation>合计大于零写 1，否则写 0。这一行就是指纹。</translation>
    </message>
    <message>
        <source>Now “{word}” sits down. Add up again: which bits flip?</source>
        <translation>现在请“{word}”坐下。重新相加：哪些位会翻转？</translation>
    </message>
    <message>
        <source>Question no. {seed}</source>
        <translation>题号 {seed}</translation>
    </message>
    <message>
        <source>Question no. {seed} of the Learn page of simhash-gui. The answers are on the next page.</source>
        <translation>simhash-gui“学习”页题号 {seed}。答案在下一页。</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>With all words:</source>
        <translation>全部词：</translation>
    </message>
    <message>
        <source>Without “{word}”:</source>
        <translation>去掉“{word}”：</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>You are the hash</source>
        <translation>你就是散列</translation>
    </message>
    <message>
        <source>You are the hash: the answers</source>
        <translation>你就是散列：答案</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Everywhere</source>
        <translation>全局</translation>
    </message>
    <message>
        <source>In lists and tables</source>
        <translation>列表和表格中</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message numerus="yes">
        <source>%Ln differences</source>
        <translation>
            <numerusform>%Ln 处不同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln differences inside passages</source>
        <translation>
            <numerusform>段落内 %Ln 处不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Difference {number} of {count}</source>
        <translation>第 {number} 处不同，共 {count} 处</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>等宽</translation>
    </message>
    <message>
        <source>Grey: the same in both, where nearly all is the same</source>
        <translation>灰色：两篇共有（在绝大部分相同时）</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处不同</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>下一处共同段落</translation>
    </message>
    <message>
        <source>No difference inside passages</source>
        <translation>段落内没有不同</translation>
    </message>
    <message>
        <source>None inside passages</source>
        <translation>段落内无不同</translation>
    </message>
    <message>
        <source>Only signs “&gt;”</source>
        <translation>仅“&gt;”不同</translation>
    </message>
    <message>
        <source>Only the order</source>
        <translation>仅顺序不同</translation>
    </message>
    <message>
        <source>Only the order of passages differs.</source>
        <translation>只有段落的顺序不同。</translation>
    </message>
    <message>
        <source>Only the signs “&gt;” of quoted lines differ.</source>
        <translation>只有引用行前的“&gt;”不同。</translation>
    </message>
    <message>
        <source>Overview of the common passages</source>
        <translation>共同段落概览</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处不同</translation>
    </message>
    <message>
        <source>Previous passage</source>
        <translation>上一处共同段落</translation>
    </message>
    <message>
        <source>Same colour and number: the same passage in both texts</source>
        <translation>颜色和编号相同：两篇正文中的同一段落</translation>
    </message>
    <message>
        <source>Scroll together: keep corresponding parts side by side</source>
        <translation>同步滚动：让对应的部分并排</translation>
    </message>
    <message>
        <source>Text of A</source>
        <translation>A 的正文</translation>
    </message>
    <message>
        <source>Text of B</source>
        <translation>B 的正文</translation>
    </message>
    <message>
        <source>The texts are the same.</source>
        <translation>两篇正文相同。</translation>
    </message>
    <message>
        <source>The texts differ in white space only.</source>
        <translation>两篇正文只有空白不同。</translation>
    </message>
    <message>
        <source>These texts are too long to mark where they differ.</source>
        <translation>正文太长，无法标出不同之处。</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Too long to mark</source>
        <translation>太长，未标出</translation>
    </message>
    <message>
        <source>Underlined: differs inside a passage; tinted: differs outside</source>
        <translation>下划线：段落内的不同之处；底色：段落外的不同之处</translation>
    </message>
    <message>
        <source>Use the fixed-width font</source>
        <translation>使用等宽字体</translation>
    </message>
    <message>
        <source>White space only</source>
        <translation>仅空白不同</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>~ in the margin: changed line; +: only in this text</source>
        <translation>边栏中的 ~：有改动的行；+：仅此篇正文有</translation>
    </message>
    <message>
        <source>↕ and a dashed edge: moved, elsewhere in the other text</source>
        <translation>↕ 与虚线边框：已移动，在另一篇正文中位于别处</translation>
    </message>
</context>
<context>
    <name>SkipReason</name>
    <message>
        <source>Always skipped, as you chose</source>
        <translation>按您的选择始终跳过</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隐藏文件</translation>
    </message>
    <message>
        <source>Images, audio, programs</source>
        <translation>图片、音频、程序</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Links to what is already imported</source>
        <translation>指向已导入内容的链接</translation>
    </message>
    <message>
        <source>Matches an exclude pattern</source>
        <translation>符合排除模式</translation>
    </message>
    <message>
        <source>Matches no include pattern</source>
        <translation>不符合包括模式</translation>
    </message>
    <message>
        <source>Not of a chosen type</source>
        <translation>不属于所选类型</translation>
    </message>
    <message>
        <source>Set aside, or listed in .simhashignore; a folder counts as one</source>
        <translation>已移入暂存文件夹，或列于 .simhashignore；一个文件夹计为一项</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>Too small</source>
        <translation>过小</translation>
    </message>
</context>
<context>
    <name>SourcesList</name>
    <message>
        <source>A click shows its passages alone, another click all of them again.</source>
        <translation>单击只显示它的段落，再次单击恢复显示全部。</translation>
    </message>
    <message>
        <source>All of the text that the source has, also what counts for another one; the source with most stands first</source>
        <translation>该来源所含的全部重合正文，包括已计入其他来源的部分；重合最多的来源排在最前</translation>
    </message>
    <message>
        <source>Characters of the longest passage</source>
        <translation>最长段落的字数</translation>
    </message>
    <message>
        <source>Counted in total</source>
        <translation>计入总比例</translation>
    </message>
    <message>
        <source>Each character counts for one source, the one that has most of the text: these shares add up to the total</source>
        <translation>每个字只计入一个来源，即与全文重合最多的那个；这些比例之和等于总比例</translation>
    </message>
    <message>
        <source>In full</source>
        <translation>完整比例</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长段落</translation>
    </message>
    <message>
        <source>Other sources have all of this as well, and it counts for those.</source>
        <translation>这些内容其他来源也全部包含，已计入其他来源。</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>{name} (own work)</source>
        <translation>{name}（本人作品）</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>Acting on files</source>
        <translation>正在处理文件</translation>
    </message>
    <message>
        <source>Building clusters</source>
        <translation>正在建立文档簇</translation>
    </message>
    <message>
        <source>Comparing files byte for byte</source>
        <translation>正在逐字节比较文件</translation>
    </message>
    <message>
        <source>Comparing texts</source>
        <translation>正在比对正文</translation>
    </message>
    <message>
        <source>Comparing with the stored texts</source>
        <translation>正在与已存储的正文核对</translation>
    </message>
    <message>
        <source>Computing fingerprints</source>
        <translation>正在计算指纹</translation>
    </message>
    <message>
        <source>Listing files</source>
        <translation>正在列出文件</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>Reading files</source>
        <translation>正在读取文件</translation>
    </message>
    <message>
        <source>Searching for near-duplicate pairs</source>
        <translation>正在查找近似重复的文档对</translation>
    </message>
    <message>
        <source>Undoing</source>
        <translation>正在撤销</translation>
    </message>
    <message>
        <source>Waiting for another program that is using the library</source>
        <translation>正在等待另一个使用此文档库的程序</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>正在写入</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>Key: {key}</source>
        <translation>按键：{key}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Speed {factor}×</source>
        <translation>速度 {factor}×</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>前进</translation>
    </message>
</context>
<context>
    <name>StepsStage</name>
    <message>
        <source>1 + log count</source>
        <translation>1 + log 次数</translation>
    </message>
    <message numerus="yes">
        <source>1 Segment: %Ln words, {features} different.</source>
        <translation>
            <numerusform>1 分词：%Ln 个词，其中 {features} 个不同。</numerusform>
        </translation>
    </message>
    <message>
        <source>1 Segment: features are {kind}; {{features}} of them distinct.</source>
        <translation>1 切分：特征是{kind}，共 {{features}} 个不同的特征。</translation>
    </message>
    <message>
        <source>2 Hash: each feature has {width} bits, always the same ones.</source>
        <translation>2 散列：每个特征有 {width} 位，总是相同。</translation>
    </message>
    <message>
        <source>2 Hash: each word has {width} bits, always the same ones.</source>
        <translation>2 散列：每个词得到 {width} 位，总是同样的位。</translation>
    </message>
    <message>
        <source>3 Weigh: a 1 votes plus the weight, a 0 minus; {weight} in all.</source>
        <translation>3 加权：1 投正权重，0 投负权重；权重合计 {weight}。</translation>
    </message>
    <message>
        <source>4 Merge: one sum for each bit.</source>
        <translation>4 合并：每一位一个合计。</translation>
    </message>
    <message>
        <source>5 Reduce: a sum above zero is a 1, zero or below a 0.</source>
        <translation>5 降维：合计大于零为 1，等于或小于零为 0。</translation>
    </message>
    <message>
        <source>5 Reduce: a sum of zero or above is a 1, below zero a 0.</source>
        <translation>5 降维：合计等于或大于零为 1，小于零为 0。</translation>
    </message>
    <message>
        <source>A document of the library…</source>
        <translation>文档库中的文档…</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>Document of the library</source>
        <translation>文档库中的文档</translation>
    </message>
    <message>
        <source>Each word is hashed to bits, and votes on every bit: its weight where it has a 1, minus its weight where it has a 0. Its weight is how often it comes. The votes are added up: a sum above zero makes a 1, zero or below a 0. Example: “desk”, 100101, × 4 and “bear”, 101011, × 5 give 9 −9 1 −1 1 9, so 101011. A ~ marks a bit whose sum is so near zero that one replaced word may flip it.</source>
        <translation>每个词散列成若干位，并给每一位投票：是 1 就投正的权重，是 0 就投负的权重。权重就是这个词出现的次数。投票相加：合计大于零，这一位就是 1；等于或小于零就是 0。例如“钟”100101 × 4 与“课”101011 × 5 合计为 9 −9 1 −1 1 9，得到 101011。合计接近零、换掉一个词就可能翻转的位标有 ~。</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>Five steps to a fingerprint</source>
        <translation>五步得到指纹</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>散列</translation>
    </message>
    <message>
        <source>Leave out stop words</source>
        <translation>去掉停用词</translation>
    </message>
    <message>
        <source>One feature, replaced once by another of the same weight, moves a sum by up to {most}, which may flip the bits marked ~: {fragile} of {width} here.</source>
        <translation>把一个特征换掉一次（换成权重相同的特征），合计最多变动 {most}，标有 ~ 的位可能因此翻转：这里 {width} 位中有 {fragile} 位。</translation>
    </message>
    <message>
        <source>One word replaced moves a sum by up to {most}, which may flip the bits marked ~: {fragile} of {width} here.</source>
        <translation>换掉一个词，合计最多变动 {most}，标有 ~ 的位可能因此翻转：这里 {width} 位中有 {fragile} 位。</translation>
    </message>
    <message>
        <source>One word, replaced once by another of the same weight, moves a sum by up to {most}, which may flip the bits marked ~: {fragile} of {width} here.</source>
        <translation>把一个词换掉一次（换成权重相同的词），合计最多变动 {most}，标有 ~ 的位可能因此翻转：这里 {width} 位中有 {fragile} 位。</translation>
    </message>
    <message>
        <source>Pseudo-code</source>
        <translation>伪代码</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>指纹方案</translation>
    </message>
    <message>
        <source>TF-IDF</source>
        <translation>TF-IDF</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The same in hexadecimal:</source>
        <translation>用十六进制写：</translation>
    </message>
    <message>
        <source>The weight is 1 plus the natural logarithm of the count.</source>
        <translation>权重是 1 加次数的自然对数。</translation>
    </message>
    <message>
        <source>The weight is the count times how rare the word is in a list of Chinese words. Words that are not in it, such as English ones, count as equally rare.</source>
        <translation>权重是次数乘以该词在一份中文词表中的罕见程度。词表中没有的词（例如英文词）一律算作同样罕见。</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>投票</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights are those typed, in the order of the words, and 1 where none is.</source>
        <translation>权重按词的先后取所填的数，没有填的为 1。</translation>
    </message>
    <message>
        <source>Weights by hand</source>
        <translation>手定权重</translation>
    </message>
    <message>
        <source>What fingerprint --trace prints</source>
        <translation>命令 fingerprint --trace 的输出（指纹）</translation>
    </message>
    <message>
        <source>by hand, 1–5</source>
        <translation>手定，1–5</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>my own choice</source>
        <translation>自行选择</translation>
    </message>
    <message>
        <source>old Python string hash</source>
        <translation>旧 Python 字符串散列</translation>
    </message>
    <message>
        <source>weights 1–5, as 4 5 1</source>
        <translation>权重 1–5，如 4 5 1</translation>
    </message>
</context>
<context>
    <name>SurpriseStage</name>
    <message>
        <source>A hash turns any text into a fixed row of bits, its fingerprint. Where one word differs between two sentences, about half of the bits of MD5, an ordinary hash, change, as if by chance. SimHash hardly changes. Choose an example or edit either text and see. The glossary explains the terms.</source>
        <translation>散列把任意一段文本变成固定的一排位，这排位叫作指纹。两句话只差一个词时，普通散列 MD5 大约有一半的位改变，像抛硬币一样；SimHash 几乎不变。请换一个例子，或改动任意一句试试。不懂的词可查“术语表”。</translation>
    </message>
    <message>
        <source>MD5 differs in {md5} bits, about half, whatever was changed: it tells only whether two texts are equal. SimHash differs in {simhash}: every word pulls on every bit, so the more words change, the more bits flip.</source>
        <translation>MD5 有 {md5} 位不同，无论改了什么都是大约一半：它只能说明两段文本是否相同。SimHash 有 {simhash} 位不同：每个词都影响每一位，所以改的词越多，翻转的位就越多。</translation>
    </message>
    <message>
        <source>MD5, the first 64 of its 128 bits</source>
        <translation>MD5（128 位中的前 64 位）</translation>
    </message>
    <message>
        <source>Now predict. In B, {changed} of the {words} words are replaced by words drawn at random. How many of the 64 bits differ? (MD5 within 5 and SimHash within 2 is right.)</source>
        <translation>现在来预测。中文没有空格，程序先把句子切成词。B 把 {words} 个词中的 {changed} 个换成了随机抽取的词。64 位中有几位不同？（MD5 相差不超过 5、SimHash 相差不超过 2 就算对。）</translation>
    </message>
    <message>
        <source>Play first</source>
        <translation>先玩一玩</translation>
    </message>
    <message>
        <source>Text {letter}</source>
        <translation>文本 {letter}</translation>
    </message>
    <message>
        <source>The surprise</source>
        <translation>出乎意料</translation>
    </message>
    <message>
        <source>This SimHash is by the recipe “Single words”, as fingerprint --recipe words prints it. A library uses the recipe “Standard” unless another is chosen, and has another value for the same text: the button “Recipe” of the Library page shows which recipe it is.</source>
        <translation>这里的 SimHash 用的是“单个词”方案，与 fingerprint --recipe words 打印的值相同。文档库除非另选，用的是“标准”方案，同一段正文会得到另一个值：“文档库”页上的“指纹方案”按钮写明用的是哪一种方案。</translation>
    </message>
    <message>
        <source>{md5} of 64 bits differ with MD5, {simhash} with SimHash.</source>
        <translation>64 位中，MD5 有 {md5} 位不同，SimHash 有 {simhash} 位不同。</translation>
    </message>
</context>
<context>
    <name>SystemReason</name>
    <message>
        <source>a part of the path is not a folder</source>
        <translation>路径中有一部分不是文件夹</translation>
    </message>
    <message>
        <source>another program is using it</source>
        <translation>正被其他程序使用</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>no larger file is allowed there</source>
        <translation>那里不允许更大的文件</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>something else is there</source>
        <translation>该位置已有其他内容</translation>
    </message>
    <message>
        <source>symbolic links lead in a circle</source>
        <translation>符号链接形成了循环</translation>
    </message>
    <message>
        <source>the disk quota is used up</source>
        <translation>磁盘配额已用完</translation>
    </message>
    <message>
        <source>the drive allows no further link to it</source>
        <translation>磁盘不允许为它再建链接</translation>
    </message>
    <message>
        <source>the drive cannot be reached</source>
        <translation>无法访问磁盘</translation>
    </message>
    <message>
        <source>the drive does not take this name</source>
        <translation>磁盘不支持这个名称</translation>
    </message>
    <message>
        <source>the drive is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the drive is read-only</source>
        <translation>磁盘为只读</translation>
    </message>
    <message>
        <source>the drive reports an error when reading or writing</source>
        <translation>磁盘读写出错</translation>
    </message>
    <message>
        <source>the name or the path is too long</source>
        <translation>名称或路径过长</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>too many files are open</source>
        <translation>打开的文件过多</translation>
    </message>
</context>
<context>
    <name>TableKeys</name>
    <message>
        <source>Context menu of the row</source>
        <translation>该行的快捷菜单</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>复制所选行</translation>
    </message>
    <message>
        <source>First and last row</source>
        <translation>首行和末行</translation>
    </message>
    <message>
        <source>Move from row to row</source>
        <translation>逐行移动</translation>
    </message>
    <message>
        <source>Open the row</source>
        <translation>打开该行</translation>
    </message>
    <message>
        <source>Type to filter</source>
        <translation>键入以筛选</translation>
    </message>
</context>
<context>
    <name>TextPair</name>
    <message>
        <source>Text {letter}</source>
        <translation>文本 {letter}</translation>
    </message>
</context>
<context>
    <name>ThemeChoice</name>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
</context>
<context>
    <name>ThresholdCard</name>
    <message numerus="yes">
        <source>%Ln documents are nearly all alike: they were compared with one of them, and their pairs are only counted.</source>
        <translation>
            <numerusform>%Ln 篇文档几乎全都相同：只与其中一篇比较过，彼此之间的文档对仅计数。</numerusform>
        </translation>
    </message>
    <message>
        <source>All members of each cluster except the largest</source>
        <translation>每个文档簇中除最大成员以外的所有成员</translation>
    </message>
    <message>
        <source>Choose which copy is kept and what is done with the others</source>
        <translation>选择保留哪一份副本，以及如何处理其余副本</translation>
    </message>
    <message>
        <source>Fingerprints were compared only up to distance {distance}: going further would take too long in a library of this size.</source>
        <translation>指纹只比较到距离 {distance}：对这样大的文档库，再远耗时过长。</translation>
    </message>
    <message>
        <source>Hamming distance: how many bits of two fingerprints differ, few where the texts are alike. Overlap is measured in the texts.</source>
        <translation>汉明距离：两个指纹有多少位不同，正文越相像，位数越少。重合度由正文测得。</translation>
    </message>
    <message>
        <source>Hide the histogram</source>
        <translation>收起直方图</translation>
    </message>
    <message>
        <source>Pairs by Hamming distance and by overlap (logarithmic scale)</source>
        <translation>按汉明距离和重合度分布的文档对（对数刻度）</translation>
    </message>
    <message>
        <source>Pairs by distance and by overlap (logarithmic scale)</source>
        <translation>按距离和重合度分布的文档对（对数刻度）</translation>
    </message>
    <message>
        <source>Pairs by distance and overlap</source>
        <translation>按距离和重合度分布的文档对</translation>
    </message>
    <message>
        <source>Plan for exact copies…</source>
        <translation>处理完全相同的副本…</translation>
    </message>
    <message>
        <source>Reset</source>
        <comment>threshold</comment>
        <translation>还原</translation>
    </message>
    <message>
        <source>Reset the threshold</source>
        <translation>还原阈值</translation>
    </message>
    <message>
        <source>Search up to distance {distance}</source>
        <translation>搜索到距离 {distance}</translation>
    </message>
    <message>
        <source>Show the histogram</source>
        <translation>展开直方图</translation>
    </message>
    <message>
        <source>The texts have so much in common that not every pair could be examined.</source>
        <translation>正文之间相同之处太多，未能逐对检查。</translation>
    </message>
    <message>
        <source>Threshold: any distance</source>
        <translation>阈值：任意距离</translation>
    </message>
    <message>
        <source>Threshold: distance {distance}</source>
        <translation>阈值：距离 {distance}</translation>
    </message>
    <message numerus="yes">
        <source>clusters</source>
        <translation>
            <numerusform>个文档簇</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>documents</source>
        <translation>
            <numerusform>篇文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>files</source>
        <translation>
            <numerusform>个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>in other versions</source>
        <translation>其他版本占用</translation>
    </message>
    <message>
        <source>overlap from {overlap}</source>
        <translation>重合度不低于 {overlap}</translation>
    </message>
    <message>
        <source>reclaimable at most</source>
        <translation>最多可释放</translation>
    </message>
    <message>
        <source>reclaimable at most, from exact copies</source>
        <translation>最多可释放（完全相同的副本）</translation>
    </message>
</context>
<context>
    <name>ThresholdHistogram</name>
    <message numerus="yes">
        <source>%Ln unconfirmed</source>
        <translation>
            <numerusform>%Ln 对未证实</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Any distance: %Ln more pairs, found by their texts beyond distance {distance}</source>
        <translation>
            <numerusform>任意距离：另有 %Ln 对，距离超过 {distance}，由正文找到</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Distance {distance}: %Ln pairs</source>
        <translation>
            <numerusform>距离 {distance}：%Ln 对</numerusform>
        </translation>
    </message>
    <message>
        <source>Distance {distance}: not searched yet</source>
        <translation>距离 {distance}：尚未搜索</translation>
    </message>
    <message>
        <source>Found by their texts</source>
        <translation>通过正文找到</translation>
    </message>
    <message numerus="yes">
        <source>Overlap below {overlap}%: %Ln pairs</source>
        <translation>
            <numerusform>重合度低于 {overlap}%：%Ln 对</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Overlap from {overlap}%: %Ln pairs</source>
        <translation>
            <numerusform>重合度从 {overlap}% 起：%Ln 对</numerusform>
        </translation>
    </message>
    <message>
        <source>Plain block look-up finds every pair</source>
        <translation>直接分块查找可找到全部文档对</translation>
    </message>
    <message>
        <source>Probing neighbouring keys finds every pair</source>
        <translation>探查邻近键可找到全部文档对</translation>
    </message>
    <message>
        <source>Share of the smaller text that is in the other one</source>
        <translation>较短正文中同时见于另一篇的比例</translation>
    </message>
    <message>
        <source>Threshold: maximum Hamming distance</source>
        <translation>阈值：最大汉明距离</translation>
    </message>
    <message>
        <source>Threshold: minimum overlap</source>
        <translation>阈值：最低重合度</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>any distance</source>
        <translation>任意距离</translation>
    </message>
    <message>
        <source>any overlap</source>
        <translation>任意重合度</translation>
    </message>
    <message>
        <source>not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
</context>
<context>
    <name>Thresholds</name>
    <message>
        <source>A passage has at least this many equal words, and more in long texts.</source>
        <translation>一处段落至少有这么多相同的词；正文越长，要求越多。</translation>
    </message>
    <message>
        <source>A text that is not a near-duplicate is contained if this share of it is in the other.</source>
        <translation>两篇不是近似重复，但其中一篇有这一比例的内容也在另一篇中，即为包含。</translation>
    </message>
    <message>
        <source>A text with fewer words is short; the shares below apply to it instead.</source>
        <translation>词数少于此数的正文为短文，改用下面的比例。</translation>
    </message>
    <message>
        <source>And one of these passages has at least this many distinct words. A Chinese or Japanese character counts as half a word.</source>
        <translation>并且其中一处段落至少有这么多不同的词；一个汉字或假名算半个词。</translation>
    </message>
    <message>
        <source>Check word order from</source>
        <translation>检查词序的下限</translation>
    </message>
    <message>
        <source>Clusters by medoid</source>
        <translation>围绕中心文档的文档簇</translation>
    </message>
    <message>
        <source>Contained</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>Covered by passages</source>
        <translation>段落覆盖率</translation>
    </message>
    <message>
        <source>Distinct words in one of them</source>
        <translation>其中一处的不同词数</translation>
    </message>
    <message>
        <source>Distinct words that suffice</source>
        <translation>单凭一处即可的不同词数</translation>
    </message>
    <message>
        <source>Documents on one template</source>
        <translation>视为套话的文档数</translation>
    </message>
    <message>
        <source>Documents with rare text</source>
        <translation>含罕见内容的文档数</translation>
    </message>
    <message>
        <source>Equal runs at most this many words apart form one passage.</source>
        <translation>相隔不超过这么多词的相同片段算一处段落。</translation>
    </message>
    <message>
        <source>Found in the other text</source>
        <translation>在另一篇中的比例</translation>
    </message>
    <message>
        <source>If neither text has this share of its shingles in the other, word order is not checked.</source>
        <translation>若两篇都没有这一比例的片段出现在对方中，则不检查词序。</translation>
    </message>
    <message>
        <source>In common with the medoid</source>
        <translation>与中心文档的共同部分</translation>
    </message>
    <message>
        <source>Length of the shorter text</source>
        <translation>较短正文的长度</translation>
    </message>
    <message>
        <source>Members of a cluster have at least this share of their text in common with its medoid, the most typical member.</source>
        <translation>文档簇内成员与中心文档（最典型的成员）的共同内容至少占此比例。</translation>
    </message>
    <message>
        <source>Minimum length</source>
        <translation>最短长度</translation>
    </message>
    <message>
        <source>Near another passage</source>
        <translation>邻近另一处段落</translation>
    </message>
    <message>
        <source>Near-duplicate</source>
        <translation>近似重复</translation>
    </message>
    <message>
        <source>Near-duplicates share at least this much of all their shingles (runs of four words).</source>
        <translation>两篇正文的所有片段（连续四个词）中，至少这一比例为两篇共有，即为近似重复。</translation>
    </message>
    <message>
        <source>Or if one passage has at least this many distinct words, however long the texts are.</source>
        <translation>或者某一处段落至少有这么多不同的词，不论正文多长。</translation>
    </message>
    <message>
        <source>Or they have at least this share of their words in common, in the same order.</source>
        <translation>或者两篇按相同顺序共有的词至少达到这一比例。</translation>
    </message>
    <message>
        <source>Partly copied</source>
        <translation>部分复制</translation>
    </message>
    <message>
        <source>Partly copied if common passages make up this share of one of the texts.</source>
        <translation>共同段落占其中一篇的这一比例，即为部分复制。</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Shared shingles (Jaccard)</source>
        <translation>共同片段（Jaccard 系数）</translation>
    </message>
    <message>
        <source>Shared shingles alone decide only if the shorter text has at least this share of the longer one&apos;s words.</source>
        <translation>较短正文的词数至少达到较长正文的这一比例时，才可单凭共同片段判定。</translation>
    </message>
    <message>
        <source>Short near-duplicates have at least this share of their words in common, in the same order.</source>
        <translation>短文按相同顺序共有的词至少达到这一比例，即为近似重复。</translation>
    </message>
    <message>
        <source>Short texts</source>
        <translation>短文</translation>
    </message>
    <message>
        <source>Short texts are partly copied if passages make up this share of one of them.</source>
        <translation>共同段落占其中一篇短文的这一比例，即为部分复制。</translation>
    </message>
    <message>
        <source>Template only</source>
        <translation>仅套话相同</translation>
    </message>
    <message>
        <source>Text in more unrelated documents than this is not rare. In small libraries the number is smaller.</source>
        <translation>出现在多于此数的不相关文档中的内容不算罕见。文档库较小时，此数也更小。</translation>
    </message>
    <message>
        <source>Text in more unrelated documents than this is template text, and no evidence of copying.</source>
        <translation>出现在多于此数的不相关文档中的内容属于套话，不能作为复制的证据。</translation>
    </message>
    <message>
        <source>Unchanged in order (edit share)</source>
        <translation>按顺序未改动（编辑保留率）</translation>
    </message>
    <message>
        <source>Within this many words of another passage, a shorter one counts too.</source>
        <translation>距另一处段落不超过这么多词时，更短的段落也算。</translation>
    </message>
    <message>
        <source>Words between equal runs</source>
        <translation>相同片段间的词数</translation>
    </message>
    <message>
        <source>Words of a short text</source>
        <translation>短文的词数</translation>
    </message>
</context>
<context>
    <name>ThresholdsForm</name>
    <message>
        <source>Changes apply from the next search for clusters and the next comparison.</source>
        <translation>更改从下一次搜索文档簇和下一次比较起生效。</translation>
    </message>
    <message>
        <source>Restore defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>The borders between the classes of pairs. Where words are not separated by spaces, as in Chinese, each character counts as a word.</source>
        <translation>各类文档对之间的界限。中文等不以空格分词的语言，每个字算一个词。</translation>
    </message>
</context>
<context>
    <name>TwoTextsStage</name>
    <message>
        <source>A shingle is a run of four words, or of four Chinese characters; a shorter text is one shingle. Jaccard is the shared shingles over all distinct ones of both texts, overlap over those of the smaller text. Edit similarity is twice the words, or Chinese characters, that stay in order, over those of both texts. Bits by the angle are what is to be expected where many words vote: with few, the distance may be far from it.</source>
        <translation>片段是相连的四个词，中文为四个字；更短的文本只算一个片段。Jaccard 系数是共有片段占两篇全部不同片段的比例，重合度是共有片段占较短文本片段的比例。编辑相似度是按原顺序保留下来的词数（中文为字数）的两倍，除以两篇的总词数（字数）。由夹角推算的位数适用于许多词投票的情形：词很少时，实际距离可能与它相差很远。</translation>
    </message>
    <message>
        <source>Add in parallel</source>
        <translation>并行相加</translation>
    </message>
    <message>
        <source>Bits by the angle: 64 × angle / 180°</source>
        <translation>由夹角推算的位数：64 × 角度 / 180°</translation>
    </message>
    <message>
        <source>Bytes by table</source>
        <translation>按字节查表</translation>
    </message>
    <message>
        <source>Choose documents…</source>
        <translation>选择文档…</translation>
    </message>
    <message>
        <source>Clear the lowest one</source>
        <translation>清除最低的 1</translation>
    </message>
    <message>
        <source>Cosine of the weights</source>
        <translation>权重的余弦</translation>
    </message>
    <message>
        <source>Edit similarity</source>
        <translation>编辑相似度</translation>
    </message>
    <message>
        <source>Euclidean distance of the weights</source>
        <translation>权重的欧氏距离</translation>
    </message>
    <message>
        <source>Hamming distance, bits of 64</source>
        <translation>汉明距离，共 64 位</translation>
    </message>
    <message>
        <source>Jaccard of shingles</source>
        <translation>片段的 Jaccard 系数</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Overlap: share of the smaller text</source>
        <translation>重合度：占较短文本的比例</translation>
    </message>
    <message>
        <source>Sum {before} → {after}. Changed votes: {words}</source>
        <translation>合计 {before} → {after}。变动的投票：{words}</translation>
    </message>
    <message>
        <source>Text A</source>
        <translation>文本 A</translation>
    </message>
    <message>
        <source>Text B</source>
        <translation>文本 B</translation>
    </message>
    <message>
        <source>Three ways in which a program counts the ones of the XOR take {counts} steps. All end at {distance}.</source>
        <translation>程序数出异或中 1 的个数有三种办法，步数为 {counts}，结果都是 {distance}。</translation>
    </message>
    <message>
        <source>Three ways to count</source>
        <translation>三种数法</translation>
    </message>
    <message>
        <source>Two texts, one distance</source>
        <translation>两段文本，一个距离</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Votes: {text}</source>
        <translation>投票：{text}</translation>
    </message>
    <message>
        <source>Which words flipped bit</source>
        <translation>哪些词使此位翻转：</translation>
    </message>
    <message>
        <source>XOR</source>
        <translation>异或</translation>
    </message>
    <message>
        <source>XOR (⊕) is one where two fingerprints differ. The number of its ones is the distance.</source>
        <translation>两个指纹不同之处，异或（⊕）为 1。1 的个数就是距离。</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>Later</source>
        <translation>稍后再定</translation>
    </message>
    <message>
        <source>Not duplicates: they are never listed together again</source>
        <translation>不是重复文档：以后不再列在一起</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订稿</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Shared template</source>
        <translation>同一模板</translation>
    </message>
    <message>
        <source>The same document; what is the same as one of them is the same as all</source>
        <translation>同一篇文档；与其中一篇相同，即与全部相同</translation>
    </message>
    <message>
        <source>They share only the template that they were written on</source>
        <translation>只是使用了同一模板</translation>
    </message>
    <message>
        <source>To be decided later</source>
        <translation>留待以后决定</translation>
    </message>
    <message>
        <source>Unrelated</source>
        <translation>无关</translation>
    </message>
    <message>
        <source>Versions of one document that are all wanted</source>
        <translation>同一文档的多个版本，全部保留</translation>
    </message>
</context>
<context>
    <name>VerdictBar</name>
    <message>
        <source>Back</source>
        <translation>返回上一步</translation>
    </message>
    <message>
        <source>Exact copies need no verdict</source>
        <translation>完全相同的副本无需判定</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note on the verdict</source>
        <translation>判定的备注</translation>
    </message>
    <message>
        <source>Press Enter to save the note</source>
        <translation>按 Enter 键保存备注</translation>
    </message>
    <message>
        <source>Saved with the verdict; press Enter to save it</source>
        <translation>与判定一起保存；按 Enter 键保存</translation>
    </message>
    <message>
        <source>The note is saved with the verdict that you give</source>
        <translation>备注将在您给出判定时一并保存</translation>
    </message>
    <message>
        <source>Undo the last verdict, and go back to its cluster</source>
        <translation>撤销上一个判定，并回到对应的文档簇</translation>
    </message>
    <message>
        <source>Verdict: {verdict}</source>
        <translation>判定：{verdict}</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写备注</translation>
    </message>
</context>
<context>
    <name>VerdictListDialog</name>
    <message numerus="yes">
        <source>%Ln verdicts</source>
        <translation>
            <numerusform>%Ln 条判定</numerusform>
        </translation>
    </message>
    <message>
        <source>All verdicts</source>
        <translation>全部判定</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Import CSV…</source>
        <translation>导入 CSV…</translation>
    </message>
    <message>
        <source>No verdict matches.</source>
        <translation>没有符合条件的判定。</translation>
    </message>
    <message>
        <source>No verdicts yet: press 1 to 5 on the Clusters page to give one.</source>
        <translation>还没有判定：在“文档簇”页按 1 到 5 键即可给出。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Part of a path or a note</source>
        <translation>路径或备注的一部分</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Which verdicts</source>
        <translation>哪些判定</translation>
    </message>
</context>
<context>
    <name>VerdictModel</name>
    <message numerus="yes">
        <source>%Ln verdicts were new</source>
        <translation>
            <numerusform>新增 %Ln 条判定</numerusform>
        </translation>
    </message>
    <message>
        <source>Exact copies stay listed.</source>
        <translation>完全相同的副本仍会列出。</translation>
    </message>
    <message>
        <source>The verdict “unrelated” is undone: the documents may be in one cluster again.</source>
        <translation>已撤销“无关”判定：这些文档可以再次同属一个文档簇。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>{names}: unrelated, no longer in one cluster.</source>
        <translation>{names}：判定为无关，不再同属一个文档簇。</translation>
    </message>
    <message numerus="yes">
        <source>{name} and %Ln other documents</source>
        <translation>
            <numerusform>{name}及另外 %Ln 篇文档</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} written</source>
        <translation>已写入 {name}</translation>
    </message>
</context>
<context>
    <name>VotePanel</name>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Bit {bit}</source>
        <translation>第 {bit} 位</translation>
    </message>
    <message>
        <source>Changed votes: {changes}</source>
        <translation>投票的变化：{changes}</translation>
    </message>
    <message>
        <source>Click it or press Enter to pin it and list its features.</source>
        <translation>单击或按 Enter 键可固定此位，并列出相关特征。</translation>
    </message>
    <message>
        <source>Every feature votes the same way here in both documents.</source>
        <translation>每个特征在此位上的投票在两篇文档中都相同。</translation>
    </message>
    <message>
        <source>Filled: one. Outlined: zero. Pale: decided by a thin margin.</source>
        <translation>实心：1。空心：0。浅色：差额很小。</translation>
    </message>
    <message>
        <source>Pinned: its features are listed below. Press Esc to release it.</source>
        <translation>已固定：相关特征列在下方。按 Esc 键取消固定。</translation>
    </message>
    <message>
        <source>Point at a bit or move there with the arrow keys.</source>
        <translation>将指针移到某一位，或用方向键移到那里。</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>投票</translation>
    </message>
    <message>
        <source>for one</source>
        <translation>投 1</translation>
    </message>
    <message>
        <source>for zero</source>
        <translation>投 0</translation>
    </message>
    <message>
        <source>for zero · for one</source>
        <translation>投 0 · 投 1</translation>
    </message>
    <message>
        <source>margin</source>
        <translation>差额</translation>
    </message>
    <message numerus="yes">
        <source>{named}; and %Ln more</source>
        <translation>
            <numerusform>{named}；另有 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VoteTable</name>
    <message>
        <source>Bit {bit}: {plus} for one, {minus} for zero, sum {sum}</source>
        <translation>第 {bit} 位：赞成 1 的 {plus}，赞成 0 的 {minus}，合计 {sum}</translation>
    </message>
    <message>
        <source>bit</source>
        <translation>位</translation>
    </message>
    <message>
        <source>flips?</source>
        <translation>易翻转</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>合计</translation>
    </message>
</context>
<context>
    <name>WayOut</name>
    <message>
        <source>Allow more time, memory or size for one document</source>
        <translation>放宽单个文档的时间、内存或大小限制</translation>
    </message>
    <message>
        <source>Always skip</source>
        <translation>始终跳过</translation>
    </message>
    <message>
        <source>Change limits…</source>
        <translation>更改限制…</translation>
    </message>
    <message>
        <source>Choose encoding…</source>
        <translation>选择编码…</translation>
    </message>
    <message>
        <source>Choose how the characters of these files are encoded, and see the result</source>
        <translation>指明这些文件的字符编码，并查看结果</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Forget permanently…</source>
        <translation>永久清除记录…</translation>
    </message>
    <message>
        <source>Forget these files, and texts that no other file has; cannot be undone</source>
        <translation>清除这些文件的记录，以及其他文件没有的正文；无法撤销</translation>
    </message>
    <message>
        <source>Include again</source>
        <translation>重新纳入</translation>
    </message>
    <message>
        <source>Journal and undo…</source>
        <translation>操作日志与撤销…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Read these files after all</source>
        <translation>仍然读取这些文件</translation>
    </message>
    <message>
        <source>Read these files again now</source>
        <translation>立即重新读取这些文件</translation>
    </message>
    <message>
        <source>Remembered until the program is closed, never stored</source>
        <translation>在程序关闭前一直记住，绝不保存</translation>
    </message>
    <message>
        <source>Remove a folder that cannot be reached from the library; asks first</source>
        <translation>将无法访问的文件夹移出文档库；会先询问</translation>
    </message>
    <message>
        <source>Remove folder…</source>
        <translation>移除文件夹…</translation>
    </message>
    <message>
        <source>See when they were set aside, and bring them back</source>
        <translation>查看移走的时间，并可恢复</translation>
    </message>
    <message>
        <source>Show the folder; for a file in an archive, that of the archive</source>
        <translation>显示所在文件夹；压缩包中的文件则显示压缩包所在的文件夹</translation>
    </message>
    <message>
        <source>Skip these files from now on; can be undone</source>
        <translation>今后始终跳过这些文件；可以撤销</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>WaysOut</name>
    <message>
        <source>Files on the disk are not changed, and the journal can still bring them back.</source>
        <translation>磁盘上的文件不会改动，仍可在日志中撤销，将其移回。</translation>
    </message>
    <message>
        <source>Files on the disk are not changed. When they are back, add the folder again to read them.</source>
        <translation>磁盘上的文件不会有任何改动。文件恢复后，重新添加该文件夹即可读取。</translation>
    </message>
    <message>
        <source>Forget permanently</source>
        <translation>永久清除记录</translation>
    </message>
    <message>
        <source>Forget the files that are gone?</source>
        <translation>清除已不存在文件的记录？</translation>
    </message>
    <message>
        <source>Forget the files that were set aside?</source>
        <translation>清除已移走文件的记录？</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln folders from the library?</source>
        <translation>
            <numerusform>从文档库中移除 %Ln 个文件夹？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The library forgets the %Ln files that were in it, and texts and fingerprints that no other file has. This cannot be undone.</source>
        <translation>
            <numerusform>文档库将清除其中 %Ln 个文件的记录，以及其他文件没有的正文和指纹。此操作无法撤销。</numerusform>
        </translation>
    </message>
    <message>
        <source>The library forgets where they were, and texts and fingerprints that no other file has. This cannot be undone. A file that comes back is read again.</source>
        <translation>文档库将清除它们的位置，以及其他文件没有的正文和指纹。此操作无法撤销。重新出现的文件会再次读取。</translation>
    </message>
</context>
</TS>
