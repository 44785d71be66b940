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
        <translation>找出互为副本、修订稿或部分抄录的文档，并说明原因。</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>所用组件</translation>
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
        <translation>方向键逐位移动，回车键固定一位，D 键查找不同的位</translation>
    </message>
    <message>
        <source>Bit {bit}: A {a}, B {b}, {verdict}</source>
        <translation>第 {bit} 位：A {a}，B {b}，{verdict}</translation>
    </message>
    <message>
        <source>Bits of both fingerprints</source>
        <translation>两个指纹的各位</translation>
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
    <name>ChooseDocumentDialog</name>
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
        <source>Documents of the library</source>
        <translation>文档库中的文档</translation>
    </message>
    <message>
        <source>Filter by name or folder</source>
        <translation>按名称或文件夹筛选</translation>
    </message>
    <message>
        <source>Hold Ctrl to select the second one.</source>
        <translation>按住 Ctrl 选择第二篇。</translation>
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
    <name>ClusterDetails</name>
    <message>
        <source>Beginning of the text</source>
        <translation>正文开头</translation>
    </message>
    <message numerus="yes">
        <source>Cluster of %Ln documents</source>
        <translation>
            <numerusform>含 %Ln 篇文档的簇</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cluster of %Ln files, {documents} different ones</source>
        <translation>
            <numerusform>含 %Ln 个文件的簇，其中 {documents} 篇内容不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare the medoid with the selected member, or two selected members</source>
        <translation>比较中心文档与所选成员，或所选的两个成员</translation>
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
        <translation>簇的成员</translation>
    </message>
    <message>
        <source>No cluster chosen</source>
        <translation>未选择簇</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>还原列设置</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
</context>
<context>
    <name>ClustersModel</name>
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
        <source>Medoid</source>
        <translation>中心文档</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Of each two members that are a pair, at least {share} of the smaller text stands in the other</source>
        <translation>凡成对的两个成员，较短一篇至少有 {share} 出现在另一篇中</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重合</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Wasted</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>{name}: what the members are to the medoid at the least</source>
        <translation>{name}：成员与中心文档之间最弱的关系</translation>
    </message>
</context>
<context>
    <name>ClustersPage</name>
    <message numerus="yes">
        <source>%Ln clusters</source>
        <translation>
            <numerusform>%Ln 个簇</numerusform>
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
            <numerusform>未证实 %Ln 对</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pairs confirmed by their texts</source>
        <translation>
            <numerusform>由文字证实 %Ln 对</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows written to {name}</source>
        <translation>
            <numerusform>已将 %Ln 行写入 {name}</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a folder of documents; near-duplicates are then found by themselves.</source>
        <translation>添加一个文档文件夹，随后会自动找出近似重复的文档。</translation>
    </message>
    <message>
        <source>Also partial copies</source>
        <translation>含部分复制</translation>
    </message>
    <message>
        <source>Also unconfirmed</source>
        <translation>含未证实的</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Clusters appear here in a moment.</source>
        <translation>簇稍后显示在这里。</translation>
    </message>
    <message>
        <source>Compare the medoid with the selected member</source>
        <translation>比较中心文档与所选成员</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export pairs or clusters</source>
        <translation>导出近似重复对或簇</translation>
    </message>
    <message>
        <source>Filter: words of the name, size&gt;5, overlap&lt;90, spread&lt;=3</source>
        <translation>筛选：名称中的词、size&gt;5、overlap&lt;90、spread&lt;=3</translation>
    </message>
    <message>
        <source>Find near-duplicates</source>
        <translation>查找近似重复</translation>
    </message>
    <message>
        <source>Find the documents that are near-duplicates of each other.</source>
        <translation>找出互为近似重复的文档。</translation>
    </message>
    <message>
        <source>Go to the library</source>
        <translation>转到文档库</translation>
    </message>
    <message>
        <source>Linkage</source>
        <translation>链接方式</translation>
    </message>
    <message>
        <source>List documents that contain each other, or share a passage, as well</source>
        <translation>同时列出互相包含或共有某个段落的文档</translation>
    </message>
    <message>
        <source>List every pair that fingerprints propose, also where the texts say no</source>
        <translation>列出指纹提名的每一对，即使文字不支持</translation>
    </message>
    <message>
        <source>Look for partial copies</source>
        <translation>查找部分复制</translation>
    </message>
    <message>
        <source>No cluster fits. Escape shows all of them.</source>
        <translation>没有符合条件的簇。按 Esc 显示全部。</translation>
    </message>
    <message>
        <source>No document has more in common with another than texts have by chance.</source>
        <translation>没有哪篇文档与另一篇的共同之处多于偶然。</translation>
    </message>
    <message>
        <source>No near-duplicates</source>
        <translation>没有近似重复</translation>
    </message>
    <message>
        <source>No near-duplicates and no copies</source>
        <translation>没有近似重复，也没有复制</translation>
    </message>
    <message>
        <source>No two documents are versions of one text. One may still be a part of another.</source>
        <translation>没有两篇文档是同一文本的不同版本。但某一篇仍可能是另一篇的一部分。</translation>
    </message>
    <message>
        <source>Not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>On the histogram: a greater threshold</source>
        <translation>在直方图上：增大阈值</translation>
    </message>
    <message>
        <source>On the histogram: a smaller threshold</source>
        <translation>在直方图上：减小阈值</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>还原列设置</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>The library is empty</source>
        <translation>文档库是空的</translation>
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
        <source>Rescan folders</source>
        <translation>重新扫描文件夹</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>CompareBody</name>
    <message>
        <source>Both texts side by side</source>
        <translation>两篇正文并排显示</translation>
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
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Features whose vote changed at bit {bit}</source>
        <translation>在第 {bit} 位投票有变化的特征</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Pin a bit to list its features.</source>
        <translation>固定一位即可列出它的特征。</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>The features whose vote changed at the pinned bit</source>
        <translation>在固定的位上投票有变化的特征</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
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
        <source>Choose two documents to see which bits of their fingerprints differ, and why.</source>
        <translation>选择两篇文档，查看它们的指纹有哪些位不同以及原因。</translation>
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
        <source>Nothing to compare yet</source>
        <translation>还没有可比较的文档</translation>
    </message>
    <message>
        <source>On the bits: from bit to bit; with Ctrl from block to block</source>
        <translation>在位图上：逐位移动；按住 Ctrl 逐块移动</translation>
    </message>
    <message>
        <source>On the bits: pin the bit and list its features</source>
        <translation>在位图上：固定该位并列出其特征</translation>
    </message>
    <message>
        <source>On the bits: the most significant bit; End: the least</source>
        <translation>在位图上：最高位；End：最低位</translation>
    </message>
    <message>
        <source>On the bits: the next difference; with Shift the one before</source>
        <translation>在位图上：下一处不同；按住 Shift 为上一处</translation>
    </message>
    <message>
        <source>One document is missing</source>
        <translation>还缺一篇文档</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 与 B</translation>
    </message>
    <message>
        <source>The difference of the texts before</source>
        <translation>正文的上一处不同</translation>
    </message>
    <message>
        <source>The next common passage; Alt+PgUp the one before</source>
        <translation>下一处共同段落；Alt+PgUp 为上一处</translation>
    </message>
    <message>
        <source>The next difference of the texts</source>
        <translation>正文的下一处不同</translation>
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
        <source>Copies</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征数</translation>
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
        <source>{path}: no longer there, or left out</source>
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
        <translation>读取为</translation>
    </message>
    <message>
        <source>Text as the program reads it</source>
        <translation>程序读到的文本</translation>
    </message>
    <message>
        <source>Text as the program reads it (the first {count} characters)</source>
        <translation>程序读到的文本（前 {count} 个字符）</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>{name} (the document says: {code})</source>
        <translation>{name}（文档自称：{code}）</translation>
    </message>
    <message>
        <source>{path} – gone</source>
        <translation>{path} – 已不在</translation>
    </message>
    <message>
        <source>{path} – left out by the rules</source>
        <translation>{path} – 按规则排除</translation>
    </message>
</context>
<context>
    <name>DocumentLanguage</name>
    <message>
        <source>Arabic script</source>
        <translation>阿拉伯文字</translation>
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
        <translation>西里尔文字</translation>
    </message>
    <message>
        <source>Devanagari script</source>
        <translation>天城文字</translation>
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
        <translation>希伯来文字</translation>
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
        <translation>拉丁文字</translation>
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
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
</context>
<context>
    <name>DocumentState</name>
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
        <source>Compare the two</source>
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
        <source>Type of the documents</source>
        <translation>文档类型</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop folders, files or archives here to add them to the library</source>
        <translation>将文件夹、文件或压缩包拖放到此处，加入文档库</translation>
    </message>
</context>
<context>
    <name>EncodingDialog</name>
    <message numerus="yes">
        <source>%Ln characters make no sense in this encoding (shown as �).</source>
        <translation>
            <numerusform>有 %Ln 个字符在此编码中没有意义（显示为 �）。</numerusform>
        </translation>
    </message>
    <message>
        <source>* stands for any part of a name, ** for any folders between. A name alone, such as *.txt, is meant in every folder.</source>
        <translation>* 代表名称中的任意部分，** 代表其间的任意文件夹。只写名称（例如 *.txt）则适用于所有文件夹。</translation>
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
        <source>Every character has a meaning in {encoding}. Can you read it?</source>
        <translation>每个字符在 {encoding} 中都有意义。您能读懂吗？</translation>
    </message>
    <message>
        <source>Everything in the folder “{name}”</source>
        <translation>文件夹“{name}”中的所有文件</translation>
    </message>
    <message>
        <source>Everything whose path fits this pattern:</source>
        <translation>路径符合此模式的所有文件：</translation>
    </message>
    <message>
        <source>No encoding is recognised. Choose one to see what it gives.</source>
        <translation>无法识别编码。请选择一种，看看结果如何。</translation>
    </message>
    <message>
        <source>Pattern of paths</source>
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
        <source>There is no preview of this file; choose, and look at the document.</source>
        <translation>此文件没有预览；请选择后查看文档。</translation>
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
    <message>
        <source>What is to be read in this encoding</source>
        <translation>用此编码读取的范围</translation>
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
        <translation>中欧</translation>
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
        <translation>西欧</translation>
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
        <translation>文档自己声明</translation>
    </message>
    <message>
        <source>certain: every byte fits</source>
        <translation>确定：每个字节都符合</translation>
    </message>
    <message>
        <source>certain: the file begins with its mark</source>
        <translation>确定：文件以其标记开头</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>由您选择</translation>
    </message>
    <message>
        <source>guessed by its characters</source>
        <translation>根据字符推测</translation>
    </message>
    <message>
        <source>guessed by the pattern of its bytes</source>
        <translation>根据字节规律推测</translation>
    </message>
    <message>
        <source>{reason}, {share} sure</source>
        <translation>{reason}，把握 {share}</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>Another program is using the library “{name}”.</source>
        <translation>另一个程序正在使用文档库“{name}”。</translation>
    </message>
    <message>
        <source>Check that its drive is connected and its folder exists, then try again.</source>
        <translation>请确认它所在的磁盘已连接、文件夹存在，然后重试。</translation>
    </message>
    <message>
        <source>Close the other window or wait for the other scan, then try again.</source>
        <translation>请关闭另一个窗口或等另一次扫描结束，然后重试。</translation>
    </message>
    <message>
        <source>Give yourself permission to write to it and to its folder, then try again.</source>
        <translation>请为自己授予写入它及其所在文件夹的权限，然后重试。</translation>
    </message>
    <message>
        <source>It was left as it is. Bring back a copy of it, or make a new library and add your folders to it; your documents are not affected.</source>
        <translation>文件未作改动。请用备份恢复，或新建文档库并重新添加文件夹；您的文档不受影响。</translation>
    </message>
    <message>
        <source>It was left as it is. Choose a file that this program has made.</source>
        <translation>文件未作改动。请选择由本程序创建的文件。</translation>
    </message>
    <message>
        <source>It was left as it is. Install the newer version, or open another library.</source>
        <translation>文件未作改动。请安装更新的版本，或打开另一个文档库。</translation>
    </message>
    <message>
        <source>Make room on it and try again; what was done before is kept.</source>
        <translation>请腾出空间后重试；此前完成的内容会保留。</translation>
    </message>
    <message>
        <source>Something went wrong inside the program; what was done before is kept. The details help whoever looks into it.</source>
        <translation>程序内部出错；此前完成的内容会保留。详细信息有助于查明原因。</translation>
    </message>
    <message>
        <source>The disk is full. Make room on it and try again; what was done is kept.</source>
        <translation>磁盘已满。请腾出空间后重试；已完成的内容会保留。</translation>
    </message>
    <message>
        <source>The disk of the library “{name}” is full.</source>
        <translation>文档库“{name}”所在的磁盘已满。</translation>
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
        <source>The library “{name}” is damaged.</source>
        <translation>文档库“{name}”已损坏。</translation>
    </message>
    <message>
        <source>The library “{name}” is no longer there.</source>
        <translation>文档库“{name}”已不存在。</translation>
    </message>
    <message>
        <source>The library “{name}” may not be written to.</source>
        <translation>没有写入文档库“{name}”的权限。</translation>
    </message>
    <message>
        <source>The library “{name}” was made by a newer version of the program.</source>
        <translation>文档库“{name}”由更新版本的程序创建。</translation>
    </message>
    <message>
        <source>The processes that read documents cannot be started. Install the program again; what was done before is kept.</source>
        <translation>无法启动读取文档的进程。请重新安装本程序；此前完成的工作已保留。</translation>
    </message>
    <message>
        <source>The stored text of this document is damaged. Rescan its folder.</source>
        <translation>这篇文档保存的正文已损坏。请重新扫描它所在的文件夹。</translation>
    </message>
    <message>
        <source>The system could not do it: {reason}</source>
        <translation>系统未能完成操作：{reason}</translation>
    </message>
    <message>
        <source>There was not enough memory. Close other programs and try again.</source>
        <translation>内存不足。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>You have no permission to use {name}. Change it and try again.</source>
        <translation>您没有使用 {name} 的权限。请更改权限后重试。</translation>
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
        <translation>簇（CSV）…</translation>
    </message>
    <message>
        <source>Clusters as JSON…</source>
        <translation>簇（JSON）…</translation>
    </message>
    <message>
        <source>Pairs as CSV…</source>
        <translation>近似重复对（CSV）…</translation>
    </message>
    <message>
        <source>Pairs as JSON…</source>
        <translation>近似重复对（JSON）…</translation>
    </message>
</context>
<context>
    <name>FailureReason</name>
    <message>
        <source>A program is missing</source>
        <translation>缺少所需程序</translation>
    </message>
    <message>
        <source>A small file that unpacks to a huge one is usually an attack. Delete it, or raise the limit in the settings.</source>
        <translation>小文件解压成极大的内容，通常是恶意文件。请删除它，或在设置中提高上限。</translation>
    </message>
    <message>
        <source>Another program was writing to these files. Try again when it is done.</source>
        <translation>另一个程序正在写入这些文件。请在其完成后重试。</translation>
    </message>
    <message>
        <source>Archives nested too deep</source>
        <translation>压缩包嵌套过深</translation>
    </message>
    <message>
        <source>Cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>Changed while it was read</source>
        <translation>读取时内容有变</translation>
    </message>
    <message>
        <source>Choose the encoding that these files are in; only they are read again.</source>
        <translation>请选择这些文件所用的编码；只会重新读取这些文件。</translation>
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
        <source>Format not supported</source>
        <translation>格式不受支持</translation>
    </message>
    <message>
        <source>Give the password: it is remembered until the program is closed and never stored.</source>
        <translation>请输入密码：只在程序关闭前记住，绝不保存。</translation>
    </message>
    <message>
        <source>Give yourself permission to read these files, then try again.</source>
        <translation>请为自己授予读取这些文件的权限，然后重试。</translation>
    </message>
    <message>
        <source>Inflates without measure</source>
        <translation>解压后过大</translation>
    </message>
    <message>
        <source>Install the program that is named, or save these files in another format.</source>
        <translation>请安装所提示的程序，或把文件另存为其他格式。</translation>
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
        <source>Not a text</source>
        <translation>不是文本</translation>
    </message>
    <message>
        <source>Reading was given up. Raise the memory limit, then try again.</source>
        <translation>已放弃读取。请提高内存限制，然后重试。</translation>
    </message>
    <message>
        <source>Reading was given up. Raise the time limit, or try again when the computer is idle.</source>
        <translation>已放弃读取。请提高时间限制，或在电脑空闲时重试。</translation>
    </message>
    <message>
        <source>Save documents in another format; skip pipes and devices for ever.</source>
        <translation>请将文档另存为其他格式；管道和设备文件可永久跳过。</translation>
    </message>
    <message>
        <source>The reader crashed</source>
        <translation>读取程序崩溃</translation>
    </message>
    <message>
        <source>These are pictures of pages. Have their characters recognised (OCR), then rescan.</source>
        <translation>这些文件只有页面图像。请先做文字识别（OCR），再重新扫描。</translation>
    </message>
    <message>
        <source>These files are above the size limit. Raise it, or skip the files for ever.</source>
        <translation>这些文件超过大小限制。请提高限制，或永久跳过这些文件。</translation>
    </message>
    <message>
        <source>These files are cut off or broken. Fetch them again from where they came.</source>
        <translation>这些文件不完整或已损坏。请从来源重新获取。</translation>
    </message>
    <message>
        <source>These files are probably damaged. Open and save them again, then try again.</source>
        <translation>这些文件可能已损坏。请打开并重新保存，然后重试。</translation>
    </message>
    <message>
        <source>These files hold no text. Nothing needs to be done.</source>
        <translation>这些文件没有文字，无需处理。</translation>
    </message>
    <message>
        <source>These files look like pictures or programs. If they are texts, choose their encoding.</source>
        <translation>这些文件看起来是图片或程序。如果其实是文本，请选择其编码。</translation>
    </message>
    <message>
        <source>These files or folders were moved or deleted, or their drive is not connected. Bring them back and try again, or remove the folder from the library.</source>
        <translation>这些文件或文件夹已被移动或删除，或者所在的驱动器未连接。请恢复后重试，或从文档库中移除该文件夹。</translation>
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
        <translation>请先解压这些压缩包，或在设置中提高上限，再重新扫描。</translation>
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
</context>
<context>
    <name>FolderRole</name>
    <message>
        <source>Excluded</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Left out, also where it lies inside another folder</source>
        <translation>不读取，即使它位于另一个文件夹之内</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Read and compared</source>
        <translation>读取并比较</translation>
    </message>
    <message>
        <source>Read and compared, but never touched: its copies are always kept</source>
        <translation>读取并比较，但绝不改动：其中的副本始终保留</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参照</translation>
    </message>
</context>
<context>
    <name>FoldersPanel</name>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
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
        <source>%Ln files were skipped, none was read.</source>
        <translation>
            <numerusform>跳过了 %Ln 个文件，没有读取任何文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>重新添加</translation>
    </message>
    <message>
        <source>Import stopped. What was read is in the library; rescan to read the rest.</source>
        <translation>导入已停止。已读取的内容在文档库中；重新扫描可读取其余部分。</translation>
    </message>
    <message>
        <source>No files were found.</source>
        <translation>没有找到文件。</translation>
    </message>
    <message>
        <source>Nothing has changed in the folders.</source>
        <translation>文件夹没有变化。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>“{name}” is no longer in the library. Its files were not touched.</source>
        <translation>“{name}”已移出文档库，其中的文件未作改动。</translation>
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
        <source>Could not be read earlier</source>
        <translation>此前就无法读取</translation>
    </message>
    <message>
        <source>Documents with different content</source>
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
        <source>Files with the content of another</source>
        <translation>与其他文件内容相同的文件</translation>
    </message>
    <message>
        <source>Gone since the last import</source>
        <translation>上次导入后消失</translation>
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
        <translation>上次导入后移动</translation>
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
        <source>With the content of another</source>
        <translation>内容与另一文件相同</translation>
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
    <message>
        <source>Cancel; what is done stays</source>
        <translation>取消；已完成的部分保留</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
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
        <source>Changing the recipe</source>
        <translation>正在更换配方</translation>
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
        <source>Opening library</source>
        <translation>打开文档库</translation>
    </message>
    <message>
        <source>Updating folders</source>
        <translation>更新文件夹</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
</context>
<context>
    <name>LibraryContent</name>
    <message>
        <source>Documents appear here as they are read.</source>
        <translation>文档读取后会显示在这里。</translation>
    </message>
    <message>
        <source>No document fits. Escape shows all of them.</source>
        <translation>没有符合条件的文档。按 Esc 显示全部。</translation>
    </message>
    <message>
        <source>There are no documents in these folders.</source>
        <translation>这些文件夹中没有文档。</translation>
    </message>
</context>
<context>
    <name>LibraryMenu</name>
    <message>
        <source>Another library can only be opened when it has ended. What is done stays.</source>
        <translation>任务结束后才能打开另一个文档库。已完成的部分会保留。</translation>
    </message>
    <message>
        <source>My library</source>
        <translation>我的文档库</translation>
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
            <numerusform>%Ln 篇失败</numerusform>
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
            <numerusform>%Ln 个已不在</numerusform>
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
        <translation>添加文件夹… ({keys})</translation>
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
        <translation>读取文件夹中有变化的内容 ({keys})</translation>
    </message>
    <message>
        <source>Recipe: {recipe}…</source>
        <translation>配方：{recipe}…</translation>
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
        <source>The library cannot be opened.</source>
        <translation>无法打开文档库。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>What the fingerprints are made from; choose another recipe</source>
        <translation>指纹由什么构成；选择另一种配方</translation>
    </message>
</context>
<context>
    <name>LimitsForm</name>
    <message>
        <source>A document that needs more than this is given up, and told among the problems.</source>
        <translation>需要超过这些限制的文档将被放弃，并列在问题中。</translation>
    </message>
    <message>
        <source>Archives in archives</source>
        <translation>压缩包中的压缩包</translation>
    </message>
    <message>
        <source>Back to the defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Greater files are not opened.</source>
        <translation>更大的文件不会打开。</translation>
    </message>
    <message>
        <source>How deep they are opened; 0 opens none that stands in another.</source>
        <translation>打开的层数；0 表示不打开压缩包中的压缩包。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Reading of one document is stopped after so many seconds.</source>
        <translation>读取单个文档超过此秒数即停止。</translation>
    </message>
    <message>
        <source>Size of a file</source>
        <translation>文件大小</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Unpacked size</source>
        <translation>解压后大小</translation>
    </message>
    <message>
        <source>What a compressed document or an archive may unpack to.</source>
        <translation>压缩文档或压缩包解压后的最大大小。</translation>
    </message>
    <message>
        <source>What reading one document may take up in memory.</source>
        <translation>读取单个文档最多可占用的内存。</translation>
    </message>
</context>
<context>
    <name>Linkage</name>
    <message>
        <source>A document joins when it is a pair with any member.</source>
        <translation>文档只要与任一成员成对即可加入。</translation>
    </message>
    <message>
        <source>A document joins when it is a pair with every member.</source>
        <translation>文档须与每个成员都成对才可加入。</translation>
    </message>
    <message>
        <source>Complete linkage</source>
        <translation>全链</translation>
    </message>
    <message>
        <source>Single linkage</source>
        <translation>单链</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>No library</source>
        <translation>没有文档库</translation>
    </message>
</context>
<context>
    <name>MatchedFiles</name>
    <message numerus="yes">
        <source>%Ln files fit:</source>
        <translation>
            <numerusform>符合的文件有 %Ln 个：</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names of files</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Counting the files …</source>
        <translation>正在统计文件…</translation>
    </message>
    <message>
        <source>No file of the library fits. The choice is kept for files that may come.</source>
        <translation>文档库中没有符合的文件。此选择会保留，用于以后导入的文件。</translation>
    </message>
</context>
<context>
    <name>Measures</name>
    <message numerus="yes">
        <source>%Ln bits differ of {width} (Hamming distance)</source>
        <translation>
            <numerusform>{width} 位中有 %Ln 位不同（汉明距离）</numerusform>
        </translation>
    </message>
    <message>
        <source>Beyond the {reach} bits searched by default: texts, not fingerprints, find this pair.</source>
        <translation>超出默认搜索的 {reach} 位：要靠文本而不是指纹才能找到这一对。</translation>
    </message>
    <message>
        <source>Block {number} is equal: plain block look-up finds this pair.</source>
        <translation>第 {number} 块相同：直接查找分块即可找到这一对。</translation>
    </message>
    <message>
        <source>Blocks {numbers} are equal: plain block look-up finds this pair.</source>
        <translation>第 {numbers} 块相同：直接查找分块即可找到这一对。</translation>
    </message>
    <message>
        <source>Features: {shared} shared, {only_a} only in A, {only_b} only in B</source>
        <translation>特征：共有 {shared} 个，仅 A 有 {only_a} 个，仅 B 有 {only_b} 个</translation>
    </message>
    <message>
        <source>Measuring the texts…</source>
        <translation>正在比对文字…</translation>
    </message>
    <message>
        <source>No block is equal: the search finds this pair by probing neighbours.</source>
        <translation>没有相同的块：搜索要探查邻近的键才能找到这一对。</translation>
    </message>
    <message>
        <source>These texts are too long to be measured.</source>
        <translation>文字太长，无法比对。</translation>
    </message>
    <message>
        <source>popcount {count}</source>
        <translation>置位数 {count}</translation>
    </message>
    <message>
        <source>{class_name} · {remark}</source>
        <translation>{class_name} · {remark}</translation>
    </message>
    <message>
        <source>{share} of the smaller text stands in the other</source>
        <translation>较短一篇的 {share} 出现在另一篇中</translation>
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
        <source>Class of the pair</source>
        <translation>文档对的类别</translation>
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
        <source>How alike the weighted features of both are; it is what the fingerprints estimate.</source>
        <translation>两篇的加权特征有多相像；指纹估计的正是它。</translation>
    </message>
    <message>
        <source>How many bits of the fingerprints differ. Few propose a pair; the texts prove it.</source>
        <translation>两个指纹有多少位不同。位数少则提名为一对，由文字来证明。</translation>
    </message>
    <message>
        <source>How much of each text stands word for word in a coloured passage.</source>
        <translation>每篇有多少文字逐字出现在着色的段落中。</translation>
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
        <source>Of all runs of four words or characters in either text, the share that stands in both.</source>
        <translation>两篇中所有连续四个词（中文按字计）的片段里，两篇都有的占多少。</translation>
    </message>
    <message>
        <source>Shared shingles (Jaccard)</source>
        <translation>共同片段（Jaccard 系数）</translation>
    </message>
    <message>
        <source>The most tokens (words or characters) that stand in both in one passage, small changes in between allowed.</source>
        <translation>一处段落中两篇共有的最多词（字）数，中间允许小的改动。</translation>
    </message>
    <message>
        <source>The share of A&apos;s runs of four words or characters that B has as well.</source>
        <translation>A 的连续四词（中文按字计）片段中，B 也有的占多少。</translation>
    </message>
    <message>
        <source>The share of B&apos;s runs of four words or characters that A has as well.</source>
        <translation>B 的连续四词（中文按字计）片段中，A 也有的占多少。</translation>
    </message>
    <message>
        <source>The share of words or characters left as they are when one text is edited into the other.</source>
        <translation>把一篇改成另一篇时，未改动的词（字）所占的比例。</translation>
    </message>
    <message>
        <source>The share of words or characters left as they are. Not measured: these texts are too long and too different.</source>
        <translation>保持不变的词（字）所占比例。这两篇文本太长且差异太大，未作测量。</translation>
    </message>
    <message>
        <source>Unchanged in order (edit share)</source>
        <translation>按顺序未改动（编辑保留率）</translation>
    </message>
    <message>
        <source>What the texts prove; the fingerprint only proposes.</source>
        <translation>由文字证明；指纹只是提名。</translation>
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
    <name>MembersModel</name>
    <message numerus="yes">
        <source>%Ln bits from the medoid</source>
        <translation>
            <numerusform>与中心文档相差 %Ln 位</numerusform>
        </translation>
    </message>
    <message>
        <source>= exact copy</source>
        <translation>= 完全相同的副本</translation>
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
        <source>Folder</source>
        <translation>文件夹</translation>
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
        <source>No pair with the medoid within the threshold: linked only through other members</source>
        <translation>在阈值内与中心文档不成对：只通过其他成员相连</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重合</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>The member with the least sum of distances to all others</source>
        <translation>与其余成员的距离之和最小的成员</translation>
    </message>
    <message>
        <source>The same content, byte for byte, as another member</source>
        <translation>与另一个成员的内容逐字节相同</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>链式</translation>
    </message>
    <message>
        <source>exact copy, chain</source>
        <translation>完全相同、链式</translation>
    </message>
    <message>
        <source>medoid</source>
        <translation>中心</translation>
    </message>
    <message>
        <source>{class_name}, chain</source>
        <translation>{class_name}，链</translation>
    </message>
    <message>
        <source>{share} of the smaller text stands in the other: member and medoid</source>
        <translation>成员与中心文档：较短一篇的 {share} 出现在另一篇中</translation>
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
    <name>PageId</name>
    <message>
        <source>Clusters</source>
        <translation>簇</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>文档库</translation>
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
        <source>A passage of one text stands in the other.</source>
        <translation>一篇中的某个段落出现在另一篇中。</translation>
    </message>
    <message>
        <source>Common are only passages that stand in many documents.</source>
        <translation>共同之处只是许多文档里都有的段落。</translation>
    </message>
    <message>
        <source>Contains the medoid</source>
        <translation>包含中心文档</translation>
    </message>
    <message>
        <source>Identical text</source>
        <translation>文字完全相同</translation>
    </message>
    <message>
        <source>Most of A stands in B, which has more besides.</source>
        <translation>A 的大部分都在 B 中，B 另有别的内容。</translation>
    </message>
    <message>
        <source>Most of B stands in A, which has more besides.</source>
        <translation>B 的大部分都在 A 中，A 另有别的内容。</translation>
    </message>
    <message>
        <source>Most of it stands in the medoid, which has more besides.</source>
        <translation>它的大部分都在中心文档中，中心文档另有别的内容。</translation>
    </message>
    <message>
        <source>Most of the medoid stands in it, which has more besides.</source>
        <translation>中心文档的大部分都在其中，它另有别的内容。</translation>
    </message>
    <message>
        <source>Near-duplicate</source>
        <translation>近似重复</translation>
    </message>
    <message>
        <source>No more in common than texts have by chance.</source>
        <translation>共同之处不多于偶然。</translation>
    </message>
    <message>
        <source>One in another</source>
        <translation>一篇含另一篇</translation>
    </message>
    <message>
        <source>One of the texts has so few words or characters that its fingerprint tells little; the words themselves decide.</source>
        <translation>其中一篇的词（字）太少，指纹说明不了什么，由文字本身决定。</translation>
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
        <source>Short: judged by the text alone</source>
        <translation>短文：只凭文字判断</translation>
    </message>
    <message>
        <source>Template only</source>
        <translation>仅套话相同</translation>
    </message>
    <message>
        <source>The same words in the same order; only layout, case or punctuation differ.</source>
        <translation>词语及其顺序都相同，只有版式、大小写或标点不同。</translation>
    </message>
    <message>
        <source>Unrelated</source>
        <translation>无关</translation>
    </message>
    <message>
        <source>Versions of one short text: they share at least {edit_share} of their words in order (in Chinese: characters).</source>
        <translation>同一短文本的不同版本：两篇按相同顺序共有的词（中文按字计）至少占 {edit_share}。</translation>
    </message>
    <message>
        <source>Versions of one text: they share at least {jaccard} of all their runs of four words, or {edit_share} of their words in order (in Chinese: characters).</source>
        <translation>同一文本的不同版本：所有连续四词（中文按字计）的片段至少 {jaccard} 为两篇共有，或按相同顺序共有的词（字）至少占 {edit_share}。</translation>
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
        <source>No common passage</source>
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
            <numerusform>第 {number} 处，共 {count} 处：%Ln 个词（字）相同，已移位</numerusform>
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
        <translation>{passages}，其中 {moved} 处已移位</translation>
    </message>
</context>
<context>
    <name>PasswordDialog</name>
    <message numerus="yes">
        <source>%Ln locked files</source>
        <translation>
            <numerusform>%Ln 个加锁的文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Locked files</source>
        <translation>加锁的文件</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>The password is tried on these files now and on locked files of later imports, until the program is closed. It is never stored.</source>
        <translation>现在用此密码尝试打开这些文件，以后导入遇到加锁的文件时也会尝试，直到关闭程序为止。密码绝不会被保存。</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
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
        <translation>关闭 (Esc)</translation>
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
        <source>Gone</source>
        <translation>已不在</translation>
    </message>
    <message>
        <source>Skipped for ever</source>
        <translation>永久跳过</translation>
    </message>
    <message>
        <source>These files are no longer in their folders. Their texts stay in the library until you drop them.</source>
        <translation>这些文件已不在其文件夹中。在您清除之前，其文本仍保留在文档库中。</translation>
    </message>
    <message>
        <source>You wanted these files left alone. Take them in again if you need them.</source>
        <translation>您已要求不再理会这些文件。需要时可以重新纳入。</translation>
    </message>
</context>
<context>
    <name>ProblemNotice</name>
    <message numerus="yes">
        <source>%Ln files are skipped from now on.</source>
        <translation>
            <numerusform>今后将跳过 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files that were gone are forgotten.</source>
        <translation>
            <numerusform>已清除 %Ln 个不在的文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders are no longer in the library. Their files were not touched.</source>
        <translation>
            <numerusform>已将 %Ln 个文件夹移出文档库，其中的文件未作任何改动。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The password does not fit %Ln files: they are still locked.</source>
        <translation>
            <numerusform>密码不适用于 %Ln 个文件：它们仍处于加锁状态。</numerusform>
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
    <name>QuestionDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
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
        <source>A recipe says what of a text goes into its fingerprint, and how much it counts.</source>
        <translation>配方规定文本的哪些内容进入指纹，以及各占多少权重。</translation>
    </message>
    <message>
        <source>As other programs do it</source>
        <translation>与其他程序一致</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message numerus="yes">
        <source>Make %Ln fingerprints anew</source>
        <translation>
            <numerusform>重新计算 %Ln 个指纹</numerusform>
        </translation>
    </message>
    <message>
        <source>Recipe of the fingerprints</source>
        <translation>指纹的配方</translation>
    </message>
    <message>
        <source>Recipes</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Use this recipe</source>
        <translation>使用此配方</translation>
    </message>
    <message>
        <source>Your original files are never needed for a change: the library keeps the texts. The old fingerprints serve until the last new one is made; you can pause or cancel at any time and go on later.</source>
        <translation>更换配方从不需要原始文件：文档库保存着文本。在最后一个新指纹算好之前，旧指纹继续有效；您可以随时暂停或取消，以后再继续。</translation>
    </message>
    <message>
        <source>{recipe} (in use)</source>
        <translation>{recipe}（使用中）</translation>
    </message>
</context>
<context>
    <name>RecipeTexts</name>
    <message numerus="yes">
        <source>%Ln fingerprints were made anew by the recipe “{recipe}”.</source>
        <translation>
            <numerusform>已按配方“{recipe}”重新计算 %Ln 个指纹。</numerusform>
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
        <translation>套话很多的中文文本，例如通知和合同。</translation>
    </message>
    <message>
        <source>Chinese, which is written without spaces between words.</source>
        <translation>中文：词与词之间没有空格。</translation>
    </message>
    <message>
        <source>Distances are about twice as large; a little more memory.</source>
        <translation>距离约大一倍；占用内存略多。</translation>
    </message>
    <message>
        <source>Documents of any language and length: revisions, edited copies, other layouts. Start with this one.</source>
        <translation>任何语言、任何长度的文档：修订稿、改动过的副本、不同版式。先用这一种。</translation>
    </message>
    <message>
        <source>Every run of three characters; words are not looked at.</source>
        <translation>每三个连续字符；不看词。</translation>
    </message>
    <message>
        <source>Every word as often as it comes; their order plays no part.</source>
        <translation>每个词按出现次数计；顺序不起作用。</translation>
    </message>
    <message>
        <source>Fingerprints that must equal those made there, bit for bit.</source>
        <translation>需要与那里算出的指纹逐位相同的情况。</translation>
    </message>
    <message>
        <source>Frequent words outweigh all others, so that prose by one author looks alike.</source>
        <translation>常用词压过其他词，同一作者的文章看起来都相像。</translation>
    </message>
    <message>
        <source>Go on where it stopped</source>
        <translation>从停下处继续</translation>
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
        <source>Other languages: their words all count as equally rare.</source>
        <translation>其他语言：所有词都被视为同样罕见。</translation>
    </message>
    <message>
        <source>Own or earlier recipe</source>
        <translation>自定义或早期配方</translation>
    </message>
    <message>
        <source>Pairs of neighbouring words, as often as they come.</source>
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
        <translation>罕见词更重</translation>
    </message>
    <message>
        <source>Runs of characters</source>
        <translation>连续字符</translation>
    </message>
    <message>
        <source>Runs of four characters, hashed with MD5, as 1e0ng/simhash does.</source>
        <translation>每四个连续字符，用 MD5 散列，与 1e0ng/simhash 相同。</translation>
    </message>
    <message>
        <source>Short texts: one changed word changes two pairs.</source>
        <translation>短文：改一个词就改了两个词对。</translation>
    </message>
    <message>
        <source>Single words</source>
        <translation>单个词</translation>
    </message>
    <message>
        <source>Single words; the rarer a word is by a list for Chinese, the more it counts.</source>
        <translation>单个词；按中文词表，越罕见的词权重越大。</translation>
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
        <translation>已停止。文档库保持配方“{kept}”及其全部指纹。</translation>
    </message>
    <message>
        <source>String hash of old Pythons, 128 bits</source>
        <translation>旧版 Python 字符串散列，128 位</translation>
    </message>
    <message>
        <source>Texts of one language share many runs, related or not.</source>
        <translation>同一语言的文本即使无关，也有许多相同的连续字符。</translation>
    </message>
    <message>
        <source>Texts that share a subject, for these share their keywords too.</source>
        <translation>主题相同的文本：它们的关键词也相同。</translation>
    </message>
    <message>
        <source>Texts whose paragraphs were put in another order.</source>
        <translation>段落顺序被调换的文本。</translation>
    </message>
    <message>
        <source>Texts with many typing or recognition errors, lists of names, codes.</source>
        <translation>有许多录入或识别错误的文本、名单、代码。</translation>
    </message>
    <message>
        <source>The same as the standard recipe, with twice as many bits.</source>
        <translation>与标准配方相同，位数加倍。</translation>
    </message>
    <message>
        <source>The twenty most telling words by jieba with their weights, as yanyiwu/simhash does.</source>
        <translation>由 jieba 选出的二十个最有代表性的词及其权重，与 yanyiwu/simhash 相同。</translation>
    </message>
    <message>
        <source>Very large libraries, where 64 bits propose too many strangers to be checked.</source>
        <translation>非常大的文档库：用 64 位会提名太多无关的文档对。</translation>
    </message>
    <message>
        <source>What stands between spaces, by the string hash of old Pythons.</source>
        <translation>空格之间的内容，用旧版 Python 的字符串散列。</translation>
    </message>
    <message>
        <source>What stands between spaces, hashed with MD5, as many small programs do.</source>
        <translation>空格之间的内容，用 MD5 散列，许多小程序这样做。</translation>
    </message>
    <message>
        <source>Words and pairs of neighbouring words; in Chinese, characters and their pairs, simplified and traditional ones alike. A word that comes often counts only a little more than one that comes once.</source>
        <translation>词和相邻词对；中文为单字和相邻字对，简体与繁体视为相同。出现多次的词只比出现一次的词略重一些。</translation>
    </message>
    <message>
        <source>Words by MD5</source>
        <translation>MD5 词</translation>
    </message>
    <message>
        <source>as the keywords come</source>
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
        <translation>词；书写不留空格的文字则为字</translation>
    </message>
    <message>
        <source>{tokens}, in runs of {sizes}</source>
        <translation>{tokens}，每组连续 {sizes} 个</translation>
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
        <source>But no files like</source>
        <translation>但不含这些文件</translation>
    </message>
    <message>
        <source>Endings with spaces between, e.g. .docx .pdf .txt. Archives are opened always.</source>
        <translation>以空格分隔的扩展名，如 .docx .pdf .txt。压缩包总会打开。</translation>
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
        <source>Greatest size</source>
        <translation>最大大小</translation>
    </message>
    <message>
        <source>Hidden files and folders as well</source>
        <translation>包括隐藏的文件和文件夹</translation>
    </message>
    <message>
        <source>Least size</source>
        <translation>最小大小</translation>
    </message>
    <message>
        <source>One pattern a line, as in .gitignore: *.log, drafts/, /old/**/*.doc. A file .simhashignore in a folder does the same for that folder.</source>
        <translation>每行一个模式，写法同 .gitignore：*.log、drafts/、/old/**/*.doc。文件夹中的 .simhashignore 文件对该文件夹起同样的作用。</translation>
    </message>
    <message>
        <source>Only files like</source>
        <translation>仅限这些文件</translation>
    </message>
    <message>
        <source>Save and rescan</source>
        <translation>保存并重新扫描</translation>
    </message>
    <message>
        <source>These rules belong to the open library.</source>
        <translation>这些规则属于当前打开的文档库。</translation>
    </message>
    <message>
        <source>This means nothing as a pattern: {pattern}</source>
        <translation>这不是有效的模式：{pattern}</translation>
    </message>
</context>
<context>
    <name>SamplesCard</name>
    <message>
        <source>Have a look round first</source>
        <translation>先看看示例</translation>
    </message>
    <message>
        <source>No, thank you</source>
        <translation>不用了</translation>
    </message>
    <message>
        <source>Open the samples</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>The sample documents are short texts in English and Chinese, with copies, revisions and edits among them. They have a library of their own.</source>
        <translation>示例文档是中英文短文，其中有副本、修订稿和改动过的文本，存放在单独的文档库中。</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Your settings could not be saved; they hold until you close the window.</source>
        <translation>设置未能保存；关闭窗口之前仍然有效。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
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
        <source>One for every processor</source>
        <translation>每个处理器一个</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Size of type</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Worker processes</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Worker processes read documents; fewer of them leave more for other programs.</source>
        <translation>工作进程用来读取文档；减少数量可为其他程序留出更多资源。</translation>
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
        <source>%Ln places differ</source>
        <translation>
            <numerusform>%Ln 处不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Break long lines at the edge</source>
        <translation>长行在边缘处换行</translation>
    </message>
    <message>
        <source>Difference {number} of {count}</source>
        <translation>第 {number} 处不同，共 {count} 处</translation>
    </message>
    <message>
        <source>Fixed width</source>
        <translation>等宽字体</translation>
    </message>
    <message>
        <source>Keep what belongs together side by side</source>
        <translation>让互相对应的内容保持并排</translation>
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
        <source>Scroll together</source>
        <translation>同步滚动</translation>
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
        <translation>正文过长，无法标出不同之处。</translation>
    </message>
    <message>
        <source>Use the fixed-width font</source>
        <translation>使用等宽字体</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>自动换行</translation>
    </message>
</context>
<context>
    <name>SkipReason</name>
    <message>
        <source>Among the excluded patterns</source>
        <translation>符合排除模式</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隐藏文件</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Links to what is imported anyway</source>
        <translation>指向已导入内容的链接</translation>
    </message>
    <message>
        <source>Listed in .simhashignore</source>
        <translation>列于 .simhashignore</translation>
    </message>
    <message>
        <source>Not among the included patterns</source>
        <translation>不符合包含模式</translation>
    </message>
    <message>
        <source>Not of the chosen types</source>
        <translation>不属于所选类型</translation>
    </message>
    <message>
        <source>Pictures, sounds, programs</source>
        <translation>图片、声音、程序</translation>
    </message>
    <message>
        <source>Skipped for ever by you</source>
        <translation>您要求永久跳过</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>Too small</source>
        <translation>太小</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>Building clusters</source>
        <translation>正在建立簇</translation>
    </message>
    <message>
        <source>Comparing texts</source>
        <translation>正在比对文字</translation>
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
        <source>Searching near-duplicate pairs</source>
        <translation>正在搜索近似重复对</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>正在写入</translation>
    </message>
</context>
<context>
    <name>TableKeys</name>
    <message>
        <source>Copy the selected rows</source>
        <translation>复制所选行</translation>
    </message>
    <message>
        <source>First and last row</source>
        <translation>首行和末行</translation>
    </message>
    <message>
        <source>Menu of the row</source>
        <translation>该行的菜单</translation>
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
    <name>Theme</name>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
</context>
<context>
    <name>ThresholdCard</name>
    <message>
        <source>All members but the largest of each cluster</source>
        <translation>每个簇中除最大成员以外的所有成员</translation>
    </message>
    <message>
        <source>Fingerprints were compared only up to distance {distance}: farther would take too long in a library of this size.</source>
        <translation>指纹只比较到距离 {distance}：对这样大的文档库，再远会太费时间。</translation>
    </message>
    <message>
        <source>Pairs by Hamming distance (logarithmic) and threshold</source>
        <translation>按汉明距离的文档对数（对数刻度）与阈值</translation>
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
        <source>The texts share so much that not every pair could be looked at.</source>
        <translation>文本之间相同之处太多，未能逐对查看。</translation>
    </message>
    <message numerus="yes">
        <source>clusters</source>
        <translation>
            <numerusform>个簇</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>files</source>
        <translation>
            <numerusform>个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>wasted</source>
        <translation>可节省</translation>
    </message>
</context>
<context>
    <name>ThresholdHistogram</name>
    <message numerus="yes">
        <source>%Ln unconfirmed</source>
        <translation>
            <numerusform>%Ln 对未经证实</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Any distance: %Ln pairs more, found by their texts beyond distance {distance}</source>
        <translation>
            <numerusform>任意距离：另有 %Ln 对，距离超过 {distance}，由文字找到</numerusform>
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
        <source>Every pair up to 3 by block look-up</source>
        <translation>距离 3 以内由分块查找得出</translation>
    </message>
    <message>
        <source>Threshold: greatest Hamming distance</source>
        <translation>阈值：最大汉明距离</translation>
    </message>
    <message>
        <source>Up to 3, plain block look-up finds every pair, then probing neighbours, then the texts.</source>
        <translation>3 以内直接查找分块即可全部找到，再远靠探查邻近的键，更远靠文字。</translation>
    </message>
    <message>
        <source>Up to 3, plain block look-up finds every pair; beyond, probing neighbours does.</source>
        <translation>3 以内，直接查找分块即可找到每一对；超过 3，靠探查邻近的键找到。</translation>
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
        <source>by probing neighbours</source>
        <translation>靠探查邻近的键找到</translation>
    </message>
    <message>
        <source>by their texts</source>
        <translation>由文字找到</translation>
    </message>
    <message>
        <source>every pair found by plain block look-up</source>
        <translation>直接查找分块即可全部找到</translation>
    </message>
    <message>
        <source>not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
</context>
<context>
    <name>VerdictLimits</name>
    <message>
        <source>A passage has at least this many equal words, and more in long texts.</source>
        <translation>一处段落至少有这么多相同的词，文本越长要求越多。</translation>
    </message>
    <message>
        <source>A text of fewer words is short: the shares below hold for it instead.</source>
        <translation>词数少于此数的文本为短文本，改用下面的比例。</translation>
    </message>
    <message>
        <source>And one of these passages has at least this many different words. A Chinese or Japanese character is half a word.</source>
        <translation>并且其中一处段落至少有这么多不同的词；一个汉字或假名算半个词。</translation>
    </message>
    <message>
        <source>At most so many words from another passage, a shorter one counts as well.</source>
        <translation>距另一处段落不超过这么多词时，更短的段落也算。</translation>
    </message>
    <message>
        <source>But never passages that stand in no more documents than this.</source>
        <translation>但所在文档不超过此数的段落不算套话。</translation>
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
        <source>Different words in one of them</source>
        <translation>其中一处的不同词数</translation>
    </message>
    <message>
        <source>Different words that suffice</source>
        <translation>单凭一处即可的不同词数</translation>
    </message>
    <message>
        <source>Equal runs at most so many words apart are one passage.</source>
        <translation>相隔不超过这么多词的相同片段算一处段落。</translation>
    </message>
    <message>
        <source>Found in the other text</source>
        <translation>在另一篇中的比例</translation>
    </message>
    <message>
        <source>Least length</source>
        <translation>最短长度</translation>
    </message>
    <message>
        <source>Length of the shorter text</source>
        <translation>较短文本的长度</translation>
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
        <source>Near-duplicates share at least this part of all their shingles (runs of four words).</source>
        <translation>两篇所有片段（连续四个词）中，至少这一比例为两篇共有，即为近似重复。</translation>
    </message>
    <message>
        <source>Number of documents</source>
        <translation>文档数</translation>
    </message>
    <message>
        <source>Or if one passage has at least this many different words, however long the texts are.</source>
        <translation>或者某一处段落至少有这么多不同的词，不论文本多长。</translation>
    </message>
    <message>
        <source>Or they have at least this part of their words in common, in the same order.</source>
        <translation>或者两篇按相同顺序共有的词至少达到这一比例。</translation>
    </message>
    <message>
        <source>Order is looked at from</source>
        <translation>开始查看顺序的界限</translation>
    </message>
    <message>
        <source>Partly copied</source>
        <translation>部分复制</translation>
    </message>
    <message>
        <source>Partly copied if common passages take this part of one of the texts.</source>
        <translation>共有段落占其中一篇的这一比例，即为部分复制。</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Passages in more than this part of the documents are a template; pairs that share nothing else are template only.</source>
        <translation>出现在超过这一比例的文档里的段落算作套话；此外别无相同的文档对即为“仅套话相同”。</translation>
    </message>
    <message>
        <source>Share of the documents</source>
        <translation>占文档的比例</translation>
    </message>
    <message>
        <source>Shared shingles (Jaccard)</source>
        <translation>共同片段（Jaccard 系数）</translation>
    </message>
    <message>
        <source>Shared shingles count alone only if the shorter text has this part of the longer one&apos;s words.</source>
        <translation>较短一篇的词数至少达到较长一篇的这一比例时，才可单凭共同片段判定。</translation>
    </message>
    <message>
        <source>Short near-duplicates have at least this part of their words in common, in the same order.</source>
        <translation>短文本按相同顺序共有的词至少达到这一比例，即为近似重复。</translation>
    </message>
    <message>
        <source>Short texts</source>
        <translation>短文本</translation>
    </message>
    <message>
        <source>Short texts are partly copied if passages take this part of one of them.</source>
        <translation>共有段落占其中一篇的这一比例，即为部分复制。</translation>
    </message>
    <message>
        <source>Template only</source>
        <translation>仅套话相同</translation>
    </message>
    <message>
        <source>Unchanged in order (edit share)</source>
        <translation>按顺序未改动（编辑保留率）</translation>
    </message>
    <message>
        <source>What is no near-duplicate is contained if this part of it stands in the other.</source>
        <translation>不是近似重复，但一篇有这一比例的内容在另一篇中，即为被包含。</translation>
    </message>
    <message>
        <source>Where neither text has this part of its shingles in the other, the order of words is not looked at.</source>
        <translation>两篇在对方中出现的片段都不到这一比例时，不再查看词的顺序。</translation>
    </message>
    <message>
        <source>Words between equal runs</source>
        <translation>相同片段间的词数</translation>
    </message>
    <message>
        <source>Words of a short text</source>
        <translation>短文本的词数</translation>
    </message>
</context>
<context>
    <name>VerdictLimitsForm</name>
    <message>
        <source>Back to the defaults</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Changes hold from the next search for clusters and the next comparison on.</source>
        <translation>更改从下一次查找簇和下一次比较起生效。</translation>
    </message>
    <message>
        <source>Where one class of pairs ends and the next begins. Where words are not written apart, as in Chinese, each character counts as a word.</source>
        <translation>各类文档对之间的界限。中文等不以空格分词的文字，每个字算一个词。</translation>
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
        <source>Click or Enter pins it and lists the features.</source>
        <translation>单击或按回车键可固定此位并列出特征。</translation>
    </message>
    <message>
        <source>Every feature votes here alike in both documents.</source>
        <translation>两篇文档的每个特征在此位上的投票都相同。</translation>
    </message>
    <message>
        <source>Flipped by: {changes}</source>
        <translation>翻转原因：{changes}</translation>
    </message>
    <message>
        <source>Moved by: {changes}</source>
        <translation>变动原因：{changes}</translation>
    </message>
    <message>
        <source>Pinned: its features are listed below. Escape lets go.</source>
        <translation>已固定：特征列在下方。按 Esc 键取消固定。</translation>
    </message>
    <message>
        <source>Point at a bit or walk there with the arrow keys. Filled: one. Outlined: zero. Pale: decided by a thin margin.</source>
        <translation>将指针移到某一位，或用方向键移到那里。实心：1。空心：0。浅色：差额很小。</translation>
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
    <name>WayOut</name>
    <message>
        <source>Allow more time, memory or size for one document</source>
        <translation>允许单个文档使用更多时间、内存或更大的大小</translation>
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
        <source>Drop all for good…</source>
        <translation>彻底清除全部…</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Forget these files and the texts that are nowhere else; cannot be undone</source>
        <translation>清除这些文件及别处没有的文本；无法撤销</translation>
    </message>
    <message>
        <source>Leave these files alone from now on; can be undone</source>
        <translation>今后不再理会这些文件；可以撤销</translation>
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
        <translation>关闭程序前一直记住，绝不保存</translation>
    </message>
    <message>
        <source>Remove folder…</source>
        <translation>移除文件夹…</translation>
    </message>
    <message>
        <source>Say how the characters of these files are written, and see the result</source>
        <translation>指明这些文件的字符如何编码，并查看结果</translation>
    </message>
    <message>
        <source>Show the folder, of a file in an archive that of the archive</source>
        <translation>显示所在文件夹；压缩包中的文件则显示压缩包所在的文件夹</translation>
    </message>
    <message>
        <source>Skip for ever</source>
        <translation>永久跳过</translation>
    </message>
    <message>
        <source>Take a folder that is out of reach out of the library; asks first</source>
        <translation>将无法访问的文件夹移出文档库；会先询问</translation>
    </message>
    <message>
        <source>Take in again</source>
        <translation>重新纳入</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>WaysOut</name>
    <message>
        <source>Drop for good</source>
        <translation>彻底清除</translation>
    </message>
    <message>
        <source>Drop the files that are gone?</source>
        <translation>清除已不在的文件？</translation>
    </message>
    <message>
        <source>Files on the disk are not touched. When they are back, add the folder again to read them anew.</source>
        <translation>磁盘上的文件不会有任何改动。文件恢复后，重新添加该文件夹即可再次读取。</translation>
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
        <source>The library forgets %Ln files that were in there, and the texts and fingerprints that are nowhere else. This cannot be undone.</source>
        <translation>
            <numerusform>文档库将不再记录其中的 %Ln 个文件，并删除别处没有的正文和指纹。此操作无法撤销。</numerusform>
        </translation>
    </message>
    <message>
        <source>The library forgets where they were, and the texts and fingerprints that are nowhere else. This cannot be undone. A file that comes back is read anew.</source>
        <translation>文档库将清除其原来的位置，以及别处没有的文本和指纹。此操作无法撤销。重新出现的文件会再次读取。</translation>
    </message>
</context>
</TS>
